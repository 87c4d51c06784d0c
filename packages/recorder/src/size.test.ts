import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'

const SCRIPT = 1500
/** The script and the part that records. */
const RECORDING = 25_000
/** Loaded when an agent asks to point. */
const POINTING = 3000

const ROOT = join(import.meta.dirname, '../../..')
const out = join(import.meta.dirname, '../dist/script')
const gzipped = (path: string) => gzipSync(readFileSync(join(out, path)), { level: 9 }).length
const part = (name: string) => {
  const files = readdirSync(join(out, 'storytime')).filter((file) => file.startsWith(name))
  expect(files).toHaveLength(1)
  return `storytime/${files[0]}`
}

beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs'), 'recorder'], { stdio: 'pipe' })
}, 120_000)

test(`the script is at most ${SCRIPT} bytes gzip, and imports nothing before it records`, () => {
  expect(gzipped('storytime.js')).toBeLessThanOrEqual(SCRIPT)
  expect(readFileSync(join(out, 'storytime.js'), 'utf8')).not.toMatch(/\bimport\s*[{"'`*]|\bexport\b/)
})

test(`everything that is loaded while recording is at most ${RECORDING} bytes gzip`, () => {
  expect(gzipped('storytime.js') + gzipped(part('start'))).toBeLessThanOrEqual(RECORDING)
  expect(readdirSync(join(out, 'storytime'))).toHaveLength(2)
})

test(`the part that draws pointing is at most ${POINTING} bytes gzip`, () => {
  expect(gzipped(part('pointing-screen'))).toBeLessThanOrEqual(POINTING)
})

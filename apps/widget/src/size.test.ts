import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'

const LAUNCHER = 4000
const FRAME = 30_000
/** The limit of one language. */
const PART = 1000

const ROOT = join(import.meta.dirname, '../../..')
const out = join(import.meta.dirname, '../dist')
const read = (path: string) => readFileSync(join(out, path))
const gzipped = (path: string) => gzipSync(read(path), { level: 9 }).length

beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs'), 'widget'], { stdio: 'pipe' })
}, 120_000)

test(`the launcher is one script of at most ${LAUNCHER} bytes gzip`, () => {
  expect(gzipped('widget.js')).toBeLessThanOrEqual(LAUNCHER)
  expect(read('widget.js').toString()).not.toMatch(/\bimport\b|\brequire\b/)
})

/** The files in the page, loaded before any interaction. */
function loadedAtOnce() {
  const html = read('frame/index.html').toString()
  return [...html.matchAll(/(?:src|href)="\/widget\/(assets\/[^"]+)"/g)].map(([, path]) => `frame/${path}`)
}

test(`everything that the frame loads at once is at most ${FRAME} bytes gzip`, () => {
  const assets = loadedAtOnce()
  expect(assets.some((path) => path.endsWith('.js'))).toBe(true)
  expect(assets.some((path) => path.endsWith('.css'))).toBe(true)
  expect(assets.reduce((sum, path) => sum + gzipped(path), 0)).toBeLessThanOrEqual(FRAME)
  // A shared chunk that is not listed there would also be loaded at once.
  for (const path of assets) expect(read(path).toString()).not.toMatch(/\bfrom\s*["']\.|\bimport\s*["']/)
})

test(`each part that the frame loads later is at most ${PART} bytes gzip`, () => {
  const assets = readdirSync(join(out, 'frame/assets')).map((name) => `frame/assets/${name}`)
  const later = assets.filter((path) => !loadedAtOnce().includes(path))
  expect(later.length).toBeGreaterThan(5)
  for (const path of later) expect(gzipped(path), path).toBeLessThanOrEqual(PART)
})

test('the frame page runs under a policy that forbids inline scripts and styles', () => {
  const html = read('frame/index.html').toString()
  expect(html).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)/)
})

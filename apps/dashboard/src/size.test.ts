import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'

const INBOX = 250_000
const LOGIN = 200_000
const SHARE = 200_000
/** The messages and the composer, loaded beside the list. */
const PANE = 75_000

/** Each file costs a round trip; most browsers load six at a time. */
const FILES = 12

interface Chunk {
  name?: string
  file: string
  imports?: string[]
}

const dashboard = join(import.meta.dirname, '..')
const out = mkdtempSync(join(tmpdir(), 'papercups-dashboard-'))
let manifest: Record<string, Chunk> = {}

beforeAll(() => {
  const vite = join(dashboard, '../../node_modules/vite/bin/vite.js')
  const options = ['build', '--outDir', out, '--emptyOutDir', '--manifest', '--logLevel', 'warn']
  // NODE_ENV of the test runner would select React's development build.
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(process.execPath, [vite, ...options], { cwd: dashboard, stdio: 'pipe', env })
  manifest = JSON.parse(readFileSync(join(out, '.vite/manifest.json'), 'utf8'))
})
afterAll(() => rmSync(out, { recursive: true }))

/** The files of these chunks and all their imports. */
function filesFor(...parts: string[]) {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key)
    if (!chunk) throw new Error(`${key} is not in the build`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  parts.forEach(visit)
  return [...files]
}

function weigh(...parts: string[]) {
  const sizes = filesFor(...parts).map((file) => gzipSync(readFileSync(join(out, file)), { level: 9 }).length)
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Loaded on every page: the entry and the notices. */
const everywhere = ['index.html', 'notices']
const inbox = [...everywhere, 'shell', 'inbox']
const pane = 'conversation'

test(`/conversations/all runs on at most ${INBOX} bytes of script, gzip`, () => {
  expect(weigh(...inbox)).toBeLessThanOrEqual(INBOX)
})

test(`an open conversation adds at most ${PANE} bytes`, () => {
  expect(weigh(...inbox, pane) - weigh(...inbox)).toBeLessThanOrEqual(PANE)
})

test(`/login runs on at most ${LOGIN} bytes of script, gzip`, () => {
  expect(weigh(...everywhere, 'auth')).toBeLessThanOrEqual(LOGIN)
})

test(`/share runs on at most ${SHARE} bytes of script, gzip`, () => {
  expect(weigh(...everywhere, 'share')).toBeLessThanOrEqual(SHARE)
})

test(`an open conversation, and a list of customers, come in at most ${FILES} files`, () => {
  expect(filesFor(...inbox, pane).length).toBeLessThanOrEqual(FILES)
  expect(filesFor(...everywhere, 'shell', 'src/app/customer-list-page.tsx').length).toBeLessThanOrEqual(FILES)
})

test('the palette loads on demand', () => {
  expect(weigh(...inbox, 'src/features/palette/palette.tsx')).toBeGreaterThan(weigh(...inbox))
})

test('the emoji load on demand', () => {
  const emoji = 'src/features/conversation/composer/emoji/emoji-panel.tsx'
  expect(weigh(...inbox, pane, emoji) - weigh(...inbox, pane)).toBeGreaterThan(20_000)
})

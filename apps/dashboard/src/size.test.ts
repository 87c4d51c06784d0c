import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'

const INBOX = 250_000
const LOGIN = 200_000
/** Fetched beside the list: the messages, the composer and all that draws them. */
const PANE = 75_000

interface Chunk {
  file: string
  imports?: string[]
}

const dashboard = join(import.meta.dirname, '..')
const out = mkdtempSync(join(tmpdir(), 'papercups-dashboard-'))
let manifest: Record<string, Chunk> = {}

beforeAll(() => {
  const vite = join(dashboard, '../../node_modules/vite/bin/vite.js')
  const options = ['build', '--outDir', out, '--emptyOutDir', '--manifest', '--logLevel', 'warn']
  // The test runner's own NODE_ENV would bring React's development build.
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(process.execPath, [vite, ...options], { cwd: dashboard, stdio: 'pipe', env })
  manifest = JSON.parse(readFileSync(join(out, '.vite/manifest.json'), 'utf8'))
})
afterAll(() => rmSync(out, { recursive: true }))

/** What a browser fetches for these modules: their chunks, and all that those import. */
function weigh(...modules: string[]) {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the build`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  modules.forEach(visit)
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(out, file)), { level: 9 }).length, 0)
}

/** On every page: the entry, and the notices that are fetched beside it. */
const everywhere = ['index.html', 'src/app/notices.tsx']
const inbox = [...everywhere, 'src/app/shell.tsx', 'src/app/inbox-page.tsx']
const pane = 'src/features/conversation/conversation-pane.tsx'

test(`/conversations/all runs on at most ${INBOX} bytes of script, gzip`, () => {
  expect(weigh(...inbox)).toBeLessThanOrEqual(INBOX)
})

test(`an open conversation adds at most ${PANE} bytes`, () => {
  expect(weigh(...inbox, pane) - weigh(...inbox)).toBeLessThanOrEqual(PANE)
})

test(`/login runs on at most ${LOGIN} bytes of script, gzip`, () => {
  expect(weigh(...everywhere, 'src/features/auth/login-page.tsx')).toBeLessThanOrEqual(LOGIN)
})

test('the palette is not fetched before somebody asks for it', () => {
  expect(weigh(...inbox, 'src/features/palette/palette.tsx')).toBeGreaterThan(weigh(...inbox))
})

test('nor are the emoji', () => {
  const emoji = 'src/features/conversation/composer/emoji-panel.tsx'
  expect(weigh(...inbox, pane, emoji) - weigh(...inbox, pane)).toBeGreaterThan(20_000)
})

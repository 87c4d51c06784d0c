import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseAst } from 'vite'
import { beforeAll, expect, test } from 'vitest'

const INBOX = 250_000
const LOGIN = 200_000
const SHARE = 200_000
/** The messages and the composer, loaded beside the list. */
const PANE = 65_000

/** Each file costs a round trip; most browsers load six at a time. */
const FILES = 12

const ROOT = join(import.meta.dirname, '../../..')
const assets = join(import.meta.dirname, '../dist/assets')

beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs'), 'dashboard'], { stdio: 'pipe' })
}, 120_000)

/** The files that a file imports before it runs. */
function importsOf(file: string) {
  const { body } = parseAst(readFileSync(join(assets, file), 'utf8'))
  return body.flatMap((node) => ('source' in node && node.source ? [basename(String(node.source.value))] : []))
}

/** The files of these chunks and all their imports. */
function filesFor(...chunks: string[]) {
  const built = readdirSync(assets)
  const files = new Set<string>()
  const visit = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    importsOf(file).forEach(visit)
  }
  for (const chunk of chunks) {
    const file = built.find((name) => name.replace(/-.{8}\.js$/, '') === chunk)
    if (!file) throw new Error(`${chunk} is not in the build`)
    visit(file)
  }
  return [...files]
}

function weigh(...chunks: string[]) {
  const sizes = filesFor(...chunks).map((file) => gzipSync(readFileSync(join(assets, file)), { level: 9 }).length)
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Loaded on every page: the entry and the notices. */
const everywhere = ['index', 'notices']
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
  expect(filesFor(...everywhere, 'shell', 'customer-list-page').length).toBeLessThanOrEqual(FILES)
})

test('the palette loads on demand', () => {
  expect(weigh(...inbox, 'palette')).toBeGreaterThan(weigh(...inbox))
})

test('the emoji load on demand', () => {
  expect(weigh(...inbox, pane, 'emoji-panel') - weigh(...inbox, pane)).toBeGreaterThan(20_000)
})

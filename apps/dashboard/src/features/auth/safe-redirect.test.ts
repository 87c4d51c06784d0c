import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.js'

// The server's test of `localPath` reads the same list.
const LIST = new URL('../../../../../packages/contract/fixtures/redirect-paths.json', import.meta.url)
const { ours, refused } = JSON.parse(readFileSync(LIST, 'utf8')) as { ours: string[]; refused: Array<string | null> }

const go = (wanted: string | null) => safeRedirect(wanted, '/conversations', 'https://help.example')

test.each(ours)('follows %s', (path) => expect(go(path)).toBe(path))

test.each(refused)('does not follow %j', (path) => expect(go(path)).toBe('/conversations'))

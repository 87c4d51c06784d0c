import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { localPath } from './local-path.js'

// The dashboard's test of `safeRedirect` reads the same list.
const LIST = new URL('../../../../../../packages/contract/fixtures/redirect-paths.json', import.meta.url)
const { ours, refused } = JSON.parse(readFileSync(LIST, 'utf8')) as { ours: string[]; refused: Array<string | null> }

const read = (wanted: string | null | undefined) => localPath(wanted, 'https://help.example')

test.each(ours)('keeps %s', (path) => expect(read(path)).toBe(path))

test.each([...refused, undefined, `/${'x'.repeat(2_000)}`])('drops %j', (path) => expect(read(path)).toBeNull())

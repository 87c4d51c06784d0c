import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { corpus } from '../../../../test/mails/corpus.js'
import { parseLines } from './line-parser.js'

test.each(corpus.map(({ name, raw }) => [name, raw] as const))('%s: parses like the library', async (_name, raw) => {
  const parsed = await parseLines(raw).catch((error: unknown) => error)
  expect(parsed).toEqual(await PostalMime.parse(raw, { forceRfc822Attachments: true }).catch((error: unknown) => error))
})

test.each([
  ['plain lines', ''],
  ['encoded lines', 'Content-Transfer-Encoding: quoted-printable\n'],
])('gives other work a turn while it parses many %s', async (_, header) => {
  let [turns, is_done] = [0, false]
  const takeTurns = () => {
    turns += 1
    if (!is_done) setImmediate(takeTurns)
  }
  setImmediate(takeTurns)
  const { text } = await parseLines(Buffer.from(`Content-Type: text/plain\n${header}\n${'x\n'.repeat(100_000)}`))
  is_done = true
  expect(text?.length).toBe(200_000)
  expect(turns).toBeGreaterThan(40)
})

test('refuses a mail of too many parts', async () => {
  const raw = (count: number) =>
    Buffer.from(`Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(count)}--b--\n`)
  expect((await parseLines(raw(4_000))).text).toContain('x')
  await expect(parseLines(raw(6_000))).rejects.toThrow('too many parts')
})

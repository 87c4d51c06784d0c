import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { corpus } from '../../../../test/mails/corpus.js'
import { parseLines } from './line-parser.js'

test.each(corpus.map(({ name, raw }) => [name, raw] as const))('%s: parses like the library', async (_name, raw) => {
  const parsed = await parseLines(raw).catch((error: unknown) => error)
  expect(parsed).toEqual(await PostalMime.parse(raw, { forceRfc822Attachments: true }).catch((error: unknown) => error))
})

import { expect, test } from 'vitest'
import { aMessage } from './a-message.js'
import { mergeMessages } from './merge-messages.js'

const EARLY = '2026-01-01T00:01:00Z'
const LATE = '2026-01-01T00:02:00Z'

test('keeps each message once and in order, however often it arrives', () => {
  const live = mergeMessages([aMessage(1), aMessage(2)], [aMessage(4)])
  const fetched = mergeMessages(live, [aMessage(3), aMessage(1), aMessage(2), aMessage(4)])
  expect(fetched.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  expect(mergeMessages(fetched, [aMessage(3)])).toEqual(fetched)
})

test('takes the copy that came last', () => {
  const [message] = mergeMessages([aMessage(1)], [aMessage(1, { body: 'Edited', seen_at: LATE })])
  expect(message).toMatchObject({ body: 'Edited', seen_at: LATE })
})

test('keeps receipts when an older response arrives late', () => {
  const seen = aMessage(1, { delivered_at: EARLY, seen_at: LATE })
  expect(mergeMessages([seen], [aMessage(1)])).toEqual([seen])
  const delivered = aMessage(1, { delivered_at: EARLY })
  expect(mergeMessages([seen], [delivered])).toEqual([seen])
  expect(mergeMessages([delivered], [seen])).toEqual([seen])
})

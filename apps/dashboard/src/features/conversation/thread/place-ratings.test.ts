import type { Rating } from '@papercups/contract'
import { expect, test } from 'vitest'
import { aMessage } from './a-message.js'
import { placeRatings } from './place-ratings.js'
import { toItems, toRows } from './thread.js'

const message = (seq: number, created_at: string) => aMessage(seq, { conversation_id: 'c', created_at })
const rating = (id: string, rated_at: string) => ({ id, conversation_id: 'c', rated_at }) as Rating
const rows = toRows(toItems([message(1, '2026-03-01T09:00:00'), message(2, '2026-03-01T10:00:00')], []))

test('a rating follows the last message before it', () => {
  const [first, last] = [rating('a', '2026-03-01T09:30:00Z'), rating('b', '2026-03-01T10:00:00Z')]
  expect(placeRatings(rows, [first, last], true)).toEqual(
    new Map([
      [0, [first]],
      [1, [last]],
    ]),
  )
  expect(placeRatings(rows, [first, last], false)).toEqual(new Map([[0, [first]]]))
})

test('leaves out a rating from before the loaded messages, and one of another conversation', () => {
  const other = { ...rating('b', '2026-03-01T10:30:00Z'), conversation_id: 'd' }
  expect(placeRatings(rows, [rating('a', '2026-03-01T08:00:00Z'), other], true)).toEqual(new Map())
})

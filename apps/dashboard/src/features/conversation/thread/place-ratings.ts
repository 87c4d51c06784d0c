import type { Rating } from '@papercups/contract'
import { parseInstant } from '../../../lib/format.js'
import type { Row } from './thread.js'

/**
 * The ratings below each row, by its index: a rating follows the last message before it. `isEnd`: the rows include the
 * newest message.
 */
export function placeRatings(rows: readonly Row[], ratings: readonly Rating[], isEnd: boolean) {
  const placed = new Map<number, Rating[]>()
  for (const rating of ratings) {
    const at = parseInstant(rating.rated_at).getTime()
    const index = rows.findLastIndex(
      ({ item }) => item.message?.conversation_id === rating.conversation_id && parseInstant(item.at).getTime() <= at,
    )
    if (index < 0 || (index === rows.length - 1 && !isEnd)) continue
    placed.set(index, [...(placed.get(index) ?? []), rating])
  }
  return placed
}

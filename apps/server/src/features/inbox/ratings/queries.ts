import type { OwnRating, Rating } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import { defineStatement } from '../../../platform/statement.js'
import { toInstant } from '../../../platform/wire-time.js'

const DAY_MS = 24 * 3_600_000
/** Later, a customer hardly remembers the conversation. */
const RATEABLE_MS = 14 * DAY_MS
const CHANGEABLE_MS = DAY_MS

interface Times {
  asked_at: Date
  rated_at: Date | null
}

/** A rating is given within two weeks, and may be changed for a day. */
export const isOpen = ({ asked_at, rated_at }: Times) =>
  Date.now() - (rated_at ?? asked_at).getTime() < (rated_at ? CHANGEABLE_MS : RATEABLE_MS)

const ratingsOf = (account: Account) =>
  account
    .from('ratings')
    .innerJoin('conversations', (join) =>
      join
        .onRef('conversations.account_id', '=', 'ratings.account_id')
        .onRef('conversations.id', '=', 'ratings.conversation_id'),
    )
    .selectAll('ratings')
    .select('conversations.customer_id')

export type RatingRow = Awaited<ReturnType<ReturnType<typeof ratingsOf>['execute']>>[number]

/** Those that the customers have given. */
export async function findRatings(account: Account, ids: string[]) {
  const rows = await ratingsOf(account).where('ratings.id', 'in', ids).execute()
  return rows.flatMap(toRating)
}

/** Oldest first. */
export async function listRatings(account: Account, conversation_id: string) {
  const rows = ratingsOf(account).where('ratings.conversation_id', '=', conversation_id)
  return (await rows.orderBy('ratings.asked_at').execute()).flatMap(toRating)
}

/** Empty until the customer rates. */
export function toRating({ score, source, rated_at, ...row }: RatingRow): Rating[] {
  if (score === null || source === null || rated_at === null) return []
  return [
    {
      id: row.id,
      object: 'rating',
      conversation_id: row.conversation_id,
      customer_id: row.customer_id,
      user_id: row.user_id,
      score,
      comment: row.comment,
      source,
      asked_at: toInstant(row.asked_at),
      rated_at: toInstant(rated_at),
      updated_at: toInstant(row.updated_at),
    },
  ]
}

export const toOwnRating = ({ conversation_id, score, comment }: Omit<OwnRating, 'object'>): OwnRating => ({
  object: 'rating',
  conversation_id,
  score,
  comment,
})

/** For the page of the mail's link. */
export async function findLinkedRating(account: Account, id: string) {
  const rating = account.from('ratings').selectAll().where('id', '=', id)
  const row = await rating.executeTakeFirstOrThrow(() => notFound('Rating'))
  return { isOpen: isOpen(row), rating: toOwnRating(row) }
}

/** Of the customer's closed chats, the newest that they may rate. */
export async function findOwnRating(account: Account, customer_id: string, inbox_id: string | undefined) {
  const [row] = await account.run(newestOwn, customer_id, inbox_id ?? null)
  return row && isOpen(row) ? toOwnRating(row) : undefined
}

/** A closing that is over, because the conversation was reopened, is no longer asked about. */
const newestOwn = defineStatement<Omit<OwnRating, 'object'> & Times>(
  'ratings.newest-own',
  `select r.conversation_id, r.score, r.comment, r.asked_at, r.rated_at
   from conversations c join ratings r on r.account_id = $1 and r.conversation_id = c.id and r.asked_at = c.closed_at
   where c.account_id = $1 and c.customer_id = $2 and c.status = 'closed' and c.source = 'chat'
     and c.archived_at is null and ($3::uuid is null or c.inbox_id = $3::uuid)
   order by r.asked_at desc limit 1`,
)

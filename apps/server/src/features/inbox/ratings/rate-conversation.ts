import type { NewRating, RatingSource } from '@papercups/contract'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { customerActor } from '../../../platform/actor.js'
import { conflict, notFound } from '../../../platform/errors.js'
import { isOpen, toOwnRating, toRating } from './queries.js'

/** By the customer: the last closing of one of their conversations. */
export async function rateOwnConversation(
  account: Account,
  customer_id: string,
  conversation_id: string,
  rating: NewRating,
  source: RatingSource,
) {
  const asked = account.from('ratings').select('id').where('conversation_id', '=', conversation_id)
  const newest = await asked
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow(() => notFound('Rating'))
  return rateConversation(account, newest.id, rating, source, customer_id)
}

/** `customer_id`: only if the conversation is theirs. */
export function rateConversation(
  account: Account,
  rating_id: string,
  { score, comment: written }: NewRating,
  source: RatingSource,
  customer_id?: string,
) {
  return account.transaction(async (account) => {
    const before = await lockRating(account, rating_id)
    const owner_id = await ownerOf(account, before.conversation_id)
    if (customer_id !== undefined && customer_id !== owner_id) throw notFound('Rating')
    if (!isOpen(before)) throw conflict('This conversation can no longer be rated.')
    const comment = written?.trim() || null
    // A repeated call changes nothing.
    if (before.score === score && before.comment === comment) return toOwnRating(before)
    const now = new Date()
    const changes = { score, comment, updated_at: now, ...(before.rated_at === null && { source, rated_at: now }) }
    const updated = account.update('ratings').set(changes).where('id', '=', rating_id).returningAll()
    const row = { ...(await updated.executeTakeFirstOrThrow()), customer_id: owner_id }
    const { conversation_id } = row
    const logged = { rating_id, conversation_id, became: { score } }
    const event = before.rated_at === null ? 'csat:created' : 'csat:updated'
    for (const rating of toRating(row)) await account.emit(event, { rating }, logged, customerActor(owner_id))
    return toOwnRating(row)
  })
}

function lockRating(account: AccountTransaction, id: string) {
  const rating = account.from('ratings').selectAll().where('id', '=', id).forUpdate()
  return rating.executeTakeFirstOrThrow(() => notFound('Rating'))
}

async function ownerOf(account: Account, conversation_id: string) {
  const conversations = account.from('conversations').select('customer_id').where('id', '=', conversation_id)
  const conversation = conversations.where('archived_at', 'is', null)
  return (await conversation.executeTakeFirstOrThrow(() => notFound('Rating'))).customer_id
}

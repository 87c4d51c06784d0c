import type { Conversation, Customer } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import { toTimestamp, toInstantOrNull } from '../../../platform/wire-time.js'
import { toConversationBasic, type ConversationRow } from '../conversations/present.js'
import { toCustomer } from '../../people/customers/present.js'
import type { MessageRow } from '../messages/present.js'
import { messagesWithAuthors, toMessages } from '../messages/queries.js'
import { tagsOf } from '../tags/queries.js'
import { toUser } from '../../team/users/present.js'
import { usersWithProfiles } from '../../team/users/queries.js'

/** With the number of its newest message. */
export type NumberedRow = ConversationRow & { last_seq: number }

/** Adds messages, customer, tags and mentions, with the same number of queries for fifty rows as for one. */
export async function expand(account: Account, rows: NumberedRow[], message_limit: number): Promise<Conversation[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const [messages, customers, tags, mentions] = await Promise.all([
    latestMessages(account, rows, message_limit),
    customersOf(account, rows),
    tagsOf(account, ids),
    mentionsOf(account, ids),
  ])
  return rows.map((row) => ({
    ...toConversationBasic(row),
    customer: customers.get(row.customer_id) ?? null,
    messages: messages.get(row.id) ?? [],
    ...moreMessages(row, message_limit),
    tags: tags.get(row.id) ?? [],
    mentions: mentions.get(row.id) ?? [],
  }))
}

export async function expandOne(account: Account, row: NumberedRow, message_limit: number) {
  const [conversation] = await expand(account, [row], message_limit)
  if (!conversation) throw notFound('Conversation')
  return conversation
}

const moreMessages = ({ last_seq }: NumberedRow, limit: number) => ({
  has_more: last_seq > limit,
  messages_before: last_seq > limit ? last_seq - limit + 1 : null,
})

/**
 * The newest messages of each conversation, in one query. Numbers have no gaps, so a range finds them. The ranges are
 * parameters, because a join with the conversations makes the planner read all of them.
 */
async function latestMessages(account: Account, conversations: NumberedRow[], limit: number) {
  const ids = conversations.map(({ id }) => id)
  const last = conversations.map(({ last_seq }) => last_seq)
  const range = sql<{ conversation_id: string; last_seq: number }>`unnest(${ids}::uuid[], ${last}::bigint[])`
  const rows = await messagesWithAuthors(account)
    .innerJoin(range.as<'range'>(sql`range (conversation_id, last_seq)`), (join) =>
      join.onRef('range.conversation_id', '=', 'messages.conversation_id'),
    )
    .where(sql<boolean>`messages.seq between range.last_seq - ${limit - 1}::int and range.last_seq`)
    .orderBy('messages.seq')
    .execute()
  return groupBy(await toMessages(account, rows as MessageRow[]), (message) => message.conversation_id)
}

export async function customersOf(account: Account, rows: ConversationRow[]) {
  const ids = [...new Set(rows.map((row) => row.customer_id))]
  if (ids.length === 0) return new Map<string, Customer>()
  const customers = await account.from('customers').selectAll().where('id', 'in', ids).execute()
  return new Map(customers.map((row) => [row.id, toCustomer(row)]))
}

async function mentionsOf(account: Account, ids: string[]) {
  const rows = await account
    .from('mentions')
    .selectAll()
    .where('conversation_id', 'in', ids)
    .orderBy('created_at')
    .execute()
  const people = [...new Set(rows.map((row) => row.user_id))]
  const users = people.length > 0 ? await usersWithProfiles(account).where('users.id', 'in', people).execute() : []
  const byId = new Map(users.map((row) => [row.id, toUser(row)]))
  const mentions = rows.flatMap(({ updated_at: _, created_at, seen_at, ...mention }) => {
    const user = byId.get(mention.user_id)
    const times = { created_at: toTimestamp(created_at), seen_at: toInstantOrNull(seen_at) }
    return user ? [{ ...mention, ...times, object: 'mention' as const, user }] : []
  })
  return groupBy(mentions, (mention) => mention.conversation_id)
}

function groupBy<T>(items: T[], key: (item: T) => string) {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group) group.push(item)
    else groups.set(key(item), [item])
  }
  return groups
}

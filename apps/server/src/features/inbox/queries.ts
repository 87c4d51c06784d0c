import type { Conversation, ConversationPage, Message } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../platform/account.js'
import { toTimestamp, toInstantOrNull } from '../../platform/wire-time.js'
import { toConversationBasic, type ConversationRow } from '../conversations/present.js'
import { getConversation } from '../conversations/queries.js'
import { toCustomer } from '../customers/present.js'
import { forVisitor, type MessageRow } from '../messages/present.js'
import { listMessages, messagesWithAuthors, toMessages } from '../messages/queries.js'
import { toUser } from '../users/present.js'
import { usersWithProfiles } from '../users/queries.js'
import { readCursor, toCursor } from './cursor.js'
import { filteredConversations, type Filters } from './filters.js'

/** A total beyond this is not counted out: it would cost more than it tells. */
const MAX_TOTAL = 10_000

export interface ListOptions {
  filters: Filters
  user_id: number
  limit: number
  after: string | null | undefined
  /** How many of each conversation's newest messages to bring along. */
  message_limit: number
}

/** Newest activity first; what never had any comes before all of it. Read onwards by the place of the last row. */
export async function listConversations(account: Account, options: ListOptions): Promise<ConversationPage> {
  const { filters, user_id, limit, after } = options
  let page = filteredConversations(account, filters, user_id).selectAll('conversations')
  if (after) {
    const { last_activity_at: at, id } = readCursor(after)
    page = at
      ? page.where(sql<boolean>`(conversations.last_activity_at, conversations.id) < (${at}, ${id}::uuid)`)
      : page.where(sql<boolean>`(conversations.last_activity_at is not null or conversations.id < ${id}::uuid)`)
  }
  const rows = await page
    .orderBy(sql`conversations.last_activity_at desc nulls first`)
    .orderBy('conversations.id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const [data, total] = await Promise.all([
    expand(account, shown, options.message_limit),
    countUpTo(account, filters, user_id),
  ])
  const last = shown.at(-1)
  const first = shown[0]
  return {
    data,
    next: rows.length > limit && last ? toCursor(last) : null,
    previous: after && first ? toCursor(first) : null,
    limit,
    total,
  }
}

async function countUpTo(account: Account, filters: Filters, user_id: number) {
  const some = filteredConversations(account, filters, user_id).select('conversations.id').limit(MAX_TOTAL)
  const counted = account.from('conversations').select(sql<number>`(select count(*) from (${some}) as few)`.as('total'))
  return (await counted.limit(1).executeTakeFirst())?.total ?? 0
}

export async function getExpandedConversation(account: Account, id: string, message_limit: number) {
  const [conversation] = await expand(account, [await getConversation(account, id)], message_limit)
  return conversation
}

/** The visitor's own open chats, newest first: public words only, and no agent's address. */
export async function listOwnConversations(account: Account, customer_id: string, inbox_id: string | undefined) {
  let own = account
    .from('conversations')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('source', '=', 'chat')
    .where('status', '=', 'open')
    .where('archived_at', 'is', null)
  if (inbox_id) own = own.where('inbox_id', '=', inbox_id)
  const rows = await own.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(3).execute()
  const customer = await customersOf(account, rows)
  const conversations = rows.map(async (row): Promise<Conversation> => {
    const messages = await listMessages(account, row.id, { limit: MAX_OWN_MESSAGES, public_only: true })
    const about = customer.get(row.customer_id)
    return {
      ...toConversationBasic(row),
      customer: about ? { ...about, ip: null, company_id: null } : null,
      messages: messages.map(asOwn),
      tags: [],
      mentions: [],
    }
  })
  return Promise.all(conversations)
}

const MAX_OWN_MESSAGES = 500

/** The widgets know whose they are by `customer_id`; the customer itself stands beside the messages here. */
function asOwn(message: Message): Message {
  const { customer: _customer, ...own } = forVisitor(message)
  return own
}

async function expand(account: Account, rows: ConversationRow[], message_limit: number): Promise<Conversation[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const [messages, customers, tags, mentions] = await Promise.all([
    latestMessages(account, ids, message_limit),
    customersOf(account, rows),
    tagsOf(account, ids),
    mentionsOf(account, ids),
  ])
  return rows.map((row) => ({
    ...toConversationBasic(row),
    customer: customers.get(row.customer_id) ?? null,
    messages: messages.get(row.id) ?? [],
    tags: tags.get(row.id) ?? [],
    mentions: mentions.get(row.id) ?? [],
  }))
}

/** The newest of each conversation, in order, in one query: its numbers have no gaps, so a range finds them. */
async function latestMessages(account: Account, ids: string[], limit: number) {
  const rows = await messagesWithAuthors(account)
    .innerJoin('conversations as c', (join) =>
      join.onRef('c.account_id', '=', 'messages.account_id').onRef('c.id', '=', 'messages.conversation_id'),
    )
    .where('messages.conversation_id', 'in', ids)
    .where(sql<boolean>`messages.seq > c.last_seq - ${limit}::int`)
    .orderBy('messages.seq')
    .execute()
  return groupBy(await toMessages(account, rows as MessageRow[]), (message) => message.conversation_id)
}

async function customersOf(account: Account, rows: ConversationRow[]) {
  const ids = [...new Set(rows.map((row) => row.customer_id))]
  if (ids.length === 0) return new Map<string, ReturnType<typeof toCustomer>>()
  const customers = await account.from('customers').selectAll().where('id', 'in', ids).execute()
  return new Map(customers.map((row) => [row.id, toCustomer(row)]))
}

async function tagsOf(account: Account, ids: string[]) {
  const rows = await account
    .from('conversation_tags')
    .innerJoin('tags', (join) =>
      join
        .onRef('tags.account_id', '=', 'conversation_tags.account_id')
        .onRef('tags.id', '=', 'conversation_tags.tag_id'),
    )
    .select(['conversation_tags.conversation_id', 'tags.id', 'tags.name', 'tags.description', 'tags.color'])
    .select(['tags.created_at', 'tags.updated_at'])
    .where('conversation_tags.conversation_id', 'in', ids)
    .orderBy('tags.name')
    .execute()
  const tags = rows.map(({ conversation_id, created_at, updated_at, ...tag }) => ({
    conversation_id,
    tag: { ...tag, object: 'tag' as const, created_at: toTimestamp(created_at), updated_at: toTimestamp(updated_at) },
  }))
  return mapValues(
    groupBy(tags, (row) => row.conversation_id),
    (row) => row.tag,
  )
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

const mapValues = <T, U>(groups: Map<string, T[]>, to: (item: T) => U) =>
  new Map([...groups].map(([key, items]) => [key, items.map(to)]))

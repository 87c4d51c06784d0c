import { MessageSource, MessageType, Nullable, UserId, Uuid, type MessageBasic } from '@papercups/contract'
import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import type { Account } from '../../platform/account.js'
import { matchesText } from '../../platform/matches-text.js'
import { MESSAGE_COLUMNS, toMessageBasic } from './present.js'

const optional = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Type.Optional(Nullable(schema))

/** An empty value means "not filtered". */
export const MessageFilters = Type.Object({
  conversation_id: optional(Uuid),
  customer_id: optional(Uuid),
  user_id: optional(UserId),
  source: optional(MessageSource),
  type: optional(MessageType),
  private: optional(Type.Boolean()),
  /** The whole text, in any case; `%` stands for any characters. */
  body: optional(Type.String({ maxLength: 1_000 })),
})
export type MessageFilters = Static<typeof MessageFilters>

interface Page {
  after_message_id: string | null | undefined
  limit: number
}

/** The messages of the whole account, newest first. */
export async function listAllMessages(account: Account, filters: MessageFilters, page: Page): Promise<MessageBasic[]> {
  let found = account.from('messages').select(MESSAGE_COLUMNS)
  for (const column of ['conversation_id', 'customer_id', 'user_id', 'source', 'type', 'private'] as const) {
    const wanted = filters[column]
    if (wanted != null) found = found.where(column, '=', wanted)
  }
  if (filters.body != null) found = found.where(matchesText('messages.body', filters.body))
  if (page.after_message_id) {
    const last = account.from('messages').select(['created_at', 'id']).where('id', '=', page.after_message_id)
    found = found.where(sql<boolean>`(messages.created_at, messages.id) < (${last})`)
  }
  const rows = await found.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(page.limit).execute()
  return rows.map(toMessageBasic)
}

export async function countMessages(account: Account) {
  const all = account.from('messages').select(sql<number>`count(*)`.as('count'))
  return (await all.executeTakeFirstOrThrow()).count
}

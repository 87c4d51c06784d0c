import type { File, Message } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import { FILE_COLUMNS, toFile } from '../files/queries.js'
import type { Author, MessageDraft } from './create-message.js'
import { MESSAGE_COLUMNS, toMessage, type MessageRow } from './present.js'

/** Messages with their authors. Callers that read for a customer have to add `private = false`. */
export function messagesWithAuthors(account: Account) {
  return account
    .from('messages')
    .leftJoin('users as author', (join) =>
      join.onRef('author.account_id', '=', 'messages.account_id').onRef('author.id', '=', 'messages.user_id'),
    )
    .leftJoin('user_profiles as profile', (join) =>
      join.onRef('profile.account_id', '=', 'messages.account_id').onRef('profile.user_id', '=', 'messages.user_id'),
    )
    .leftJoin('customers as writer', (join) =>
      join.onRef('writer.account_id', '=', 'messages.account_id').onRef('writer.id', '=', 'messages.customer_id'),
    )
    .select(MESSAGE_COLUMNS.map((column) => `messages.${column}` as const))
    .select(['author.email as user_email', 'author.role as user_role', 'author.created_at as user_created_at'])
    .select(['author.disabled_at as user_disabled_at', 'author.archived_at as user_archived_at'])
    .select(['profile.id as profile_id', 'profile.full_name', 'profile.display_name', 'profile.profile_photo_url'])
    .select(sql<MessageRow['customer']>`case when writer.id is not null then to_jsonb(writer) end`.as('customer'))
}

/** The files of all these messages, in one query. */
export async function attachmentsOf(account: Account, message_ids: string[]): Promise<Map<string, File[]>> {
  const attachments = new Map<string, File[]>()
  if (message_ids.length === 0) return attachments
  const files = await account
    .from('message_files')
    .innerJoin('files', (join) =>
      join.onRef('files.account_id', '=', 'message_files.account_id').onRef('files.id', '=', 'message_files.file_id'),
    )
    .select(FILE_COLUMNS.map((column) => `files.${column}` as const))
    .select('message_files.message_id')
    .where('message_files.message_id', 'in', message_ids)
    .orderBy('files.created_at')
    .execute()
  for (const { message_id, ...file } of files) {
    attachments.set(message_id, [...(attachments.get(message_id) ?? []), toFile(file)])
  }
  return attachments
}

export async function toMessages(account: Account, rows: MessageRow[]): Promise<Message[]> {
  const attachments = await attachmentsOf(
    account,
    rows.map((row) => row.id),
  )
  return rows.map((row) => toMessage(row, attachments.get(row.id)))
}

export async function getMessage(account: Account, id: string): Promise<Message> {
  const row = messagesWithAuthors(account).where('messages.id', '=', id)
  const [message] = await toMessages(account, [await row.executeTakeFirstOrThrow(() => notFound('Message'))])
  if (!message) throw notFound('Message')
  return message
}

export interface MessagePage {
  /** Only messages after this number: what a client missed. */
  after?: number | null | undefined
  /** Only messages before this number, to page back through a long conversation. */
  before?: number | null | undefined
  limit: number
  /** Without private notes, for callers outside the team. */
  public_only?: boolean
}

/** Always in stored order. Without `after` and `before`, the newest ones. */
export async function listMessages(account: Account, conversation_id: string, page: MessagePage) {
  const { after, before, limit } = page
  const order = after != null ? 'asc' : 'desc'
  // The page is cut before authors are joined: otherwise PostgreSQL may join them to all messages of a long conversation.
  let ids = account.from('messages').select('id').where('conversation_id', '=', conversation_id).limit(limit)
  if (page.public_only) ids = ids.where('private', '=', false)
  if (after != null) ids = ids.where('seq', '>', after)
  if (before != null) ids = ids.where('seq', '<', before)
  const messages = messagesWithAuthors(account).where('messages.id', 'in', ids.orderBy('seq', order))
  const rows = await messages.orderBy('messages.seq', order).execute()
  const ascending = after != null ? rows : rows.toReversed()
  return toMessages(account, ascending)
}

/** The message that an earlier attempt stored: found by `client_message_id`, or by text and time for older clients. */
export async function findResent(account: Account, author: Author, draft: MessageDraft): Promise<Message | undefined> {
  let messages = messagesWithAuthors(account).where('messages.conversation_id', '=', draft.conversation_id)
  if (author === 'visitor') messages = messages.where('messages.customer_id', 'is not', null)
  else if ('user_id' in author) messages = messages.where('messages.user_id', '=', author.user_id)
  else messages = messages.where('messages.customer_id', '=', author.customer_id)
  if (draft.client_message_id) messages = messages.where('messages.client_message_id', '=', draft.client_message_id)
  else if (draft.sent_at)
    messages = messages
      .where('messages.sent_at', '=', new Date(draft.sent_at))
      .where('messages.body', '=', draft.body ?? '')
  else return undefined
  const rows = await messages.orderBy('messages.seq').limit(1).execute()
  return (await toMessages(account, rows))[0]
}

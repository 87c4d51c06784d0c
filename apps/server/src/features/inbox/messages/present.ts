import type { File, Message, MessageBasic, Role } from '@papercups/contract'
import { toInstant, toInstantOrNull, toTimestamp } from '../../../platform/wire-time.js'
import { toCustomerBasic, type CustomerRow } from '../../people/customers/present.js'
import { toUser, toPublicUser } from '../../team/users/present.js'
import { withoutMailKeys } from './mail-metadata.js'

type StoredCustomer = Omit<CustomerRow, 'created_at' | 'updated_at'> & { created_at: string; updated_at: string }

/** Without the column of search words, which only the database uses. */
export const MESSAGE_COLUMNS = [
  'id',
  'account_id',
  'conversation_id',
  'customer_id',
  'user_id',
  'seq',
  'client_message_id',
  'body',
  'type',
  'content_type',
  'private',
  'source',
  'metadata',
  'sent_at',
  'delivered_at',
  'seen_at',
  'edited_at',
  'edited_by',
  'created_at',
] as const

/** The customer is JSON, so its times are text. */
export interface MessageRow {
  id: string
  account_id: string
  conversation_id: string
  customer_id: string | null
  user_id: number | null
  seq: number
  client_message_id: string | null
  body: string | null
  type: Message['type']
  content_type: string
  private: boolean
  source: Message['source']
  metadata: Record<string, unknown> | null
  sent_at: Date
  delivered_at: Date | null
  seen_at: Date | null
  edited_at: Date | null
  edited_by: number | null
  created_at: Date
  user_email: string | null
  user_role: Role | null
  user_created_at: Date | null
  user_disabled_at: Date | null
  user_archived_at: Date | null
  profile_id: string | null
  full_name: string | null
  display_name: string | null
  profile_photo_url: string | null
  customer: StoredCustomer | null
}

/** The columns of other tables. */
export type AuthorColumn = Exclude<keyof MessageRow, (typeof MESSAGE_COLUMNS)[number]>

export function toMessage(row: MessageRow, attachments: File[] = []): Message {
  return {
    ...toMessageBasic(row),
    user: toAuthor(row),
    attachments,
    ...(row.customer && { customer: toCustomerBasic(withDates(row.customer)) }),
  }
}

export type MessageBasicRow = Pick<MessageRow, (typeof MESSAGE_COLUMNS)[number]>

export function toMessageBasic(row: MessageBasicRow): MessageBasic {
  return {
    id: row.id,
    object: 'message',
    body: row.body,
    type: row.type,
    content_type: row.content_type,
    private: row.private,
    source: row.source,
    created_at: toTimestamp(row.created_at),
    sent_at: toInstant(row.sent_at),
    delivered_at: toInstantOrNull(row.delivered_at),
    seen_at: toInstantOrNull(row.seen_at),
    customer_id: row.customer_id,
    conversation_id: row.conversation_id,
    account_id: row.account_id,
    user_id: row.user_id,
    metadata: row.metadata,
    edited_at: toInstantOrNull(row.edited_at),
    edited_by: row.edited_by,
    seq: row.seq,
    client_message_id: row.client_message_id,
  }
}

function toAuthor(row: MessageRow) {
  if (row.user_id === null || row.user_email === null || row.user_role === null || row.user_created_at === null)
    return null
  return toUser({
    id: row.user_id,
    account_id: row.account_id,
    email: row.user_email,
    role: row.user_role,
    created_at: row.user_created_at,
    disabled_at: row.user_disabled_at,
    archived_at: row.user_archived_at,
    profile_id: row.profile_id,
    full_name: row.full_name,
    display_name: row.display_name,
    profile_photo_url: row.profile_photo_url,
  })
}

const withDates = (customer: StoredCustomer): CustomerRow => ({
  ...customer,
  created_at: new Date(customer.created_at),
  updated_at: new Date(customer.updated_at),
})

/** For visitors: no email or role of the team, no mail headers, no edits, and no customer fields that the team added. */
export function forVisitor(message: Message): Message {
  const user = message.user && toPublicUser(message.user)
  return {
    ...message,
    edited_at: null,
    edited_by: null,
    metadata: publicMetadata(message.metadata),
    user,
    ...(message.customer && { customer: { ...message.customer, company_id: null } }),
  }
}

/** Older clients mention whole users, with email and role. */
function publicMetadata(metadata: Message['metadata']) {
  const shown = withoutMailKeys(metadata) ?? null
  return shown && 'mentions' in shown ? { ...shown, mentions: publicMentions(shown.mentions) } : shown
}

function publicMentions(mentions: unknown) {
  return (Array.isArray(mentions) ? mentions : []).flatMap((mention: unknown) => {
    const { id, display_name, full_name } = (mention ?? {}) as Record<string, unknown>
    const shown = {
      ...(typeof id === 'number' && { id }),
      ...(typeof display_name === 'string' && { display_name }),
      ...(typeof full_name === 'string' && { full_name }),
    }
    return Object.keys(shown).length > 0 ? [shown] : []
  })
}

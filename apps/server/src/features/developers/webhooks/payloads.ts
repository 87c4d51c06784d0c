import type { ConversationBasic, Message, WebhookEvent } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { LoggedEvent } from '../../../platform/feature.js'
import { toConversationBasic } from '../../inbox/conversations/present.js'
import { messagesWithAuthors, toMessages } from '../../inbox/messages/queries.js'
import { tagsOf } from '../../inbox/tags/queries.js'
import { toCustomerBasic } from '../../people/customers/present.js'
import { toUser } from '../../team/users/present.js'
import { usersWithProfiles } from '../../team/users/queries.js'

/** An event as it is sent. Those with the same order key are sent one after the other. */
export interface WebhookDraft {
  event_id: number
  type: WebhookEvent
  payload: object
  order_key: string
  conversation_id: string | null
  customer_id: string | null
}

/** Builds the payloads of logged events of one kind. Records that were deleted meanwhile have none. */
export type BuildPayloads = (account: Account, events: LoggedEvent[]) => Promise<WebhookDraft[]>

/** The keys of the original, and no others. */
const messagePayload = (message: Message) => {
  const { delivered_at: _d, edited_at: _e, edited_by: _b, seq: _s, client_message_id: _c, ...kept } = message
  return { ...kept, attachments: message.attachments.map(({ size: _, ...file }) => file) }
}

const conversationPayload = (conversation: ConversationBasic) => {
  const { updated_at: _u, archived_at: _a, snoozed_at: _s, snoozed_until: _t, ...kept } = conversation
  return kept
}

const idOf = ({ payload }: LoggedEvent, key: string) => String(payload[key])

export const messageCreated: BuildPayloads = async (account, events) => {
  const ids = events.map((event) => idOf(event, 'message_id'))
  const rows = await messagesWithAuthors(account)
    .innerJoin('conversations', (join) =>
      join
        .onRef('conversations.account_id', '=', 'messages.account_id')
        .onRef('conversations.id', '=', 'messages.conversation_id'),
    )
    .select('conversations.customer_id as belongs_to')
    .where('messages.id', 'in', ids)
    .execute()
  const belongsTo = new Map(rows.map((row) => [row.id, row.belongs_to]))
  const messages = new Map((await toMessages(account, rows)).map((message) => [message.id, message]))
  return events.flatMap(({ id: event_id, payload }) => {
    const message = messages.get(String(payload.message_id))
    if (!message || message.metadata?.disable_webhook_events === true) return []
    const { conversation_id } = message
    const customer_id = belongsTo.get(message.id) ?? null
    const type = 'message:created' as const
    return [
      { event_id, type, payload: messagePayload(message), order_key: conversation_id, conversation_id, customer_id },
    ]
  })
}

async function conversationsOf(account: Account, events: LoggedEvent[]) {
  const ids = events.map((event) => idOf(event, 'conversation_id'))
  const rows = await account.from('conversations').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, conversationPayload(toConversationBasic(row))]))
}

const about = (conversation: { id: string; customer_id: string }) => ({
  order_key: conversation.id,
  conversation_id: conversation.id,
  customer_id: conversation.customer_id,
})

export const conversationCreated: BuildPayloads = async (account, events) => {
  const conversations = await conversationsOf(account, events)
  return events.flatMap((event) => {
    const payload = conversations.get(idOf(event, 'conversation_id'))
    return payload ? [{ event_id: event.id, type: 'conversation:created', payload, ...about(payload) }] : []
  })
}

/** The original sent no update for these. */
const SILENT = new Set(['tags', 'archived', 'archived_at', 'snooze', 'snoozed_at', 'snoozed_until'])

/** One logged change can be an update, a new assignee and new tags at once. */
export const conversationUpdated: BuildPayloads = async (account, events) => {
  const conversations = await conversationsOf(account, events)
  const isTagged = (event: LoggedEvent) => changedOf(event)?.includes('tags') ?? false
  const tagged = events.filter(isTagged).map((event) => idOf(event, 'conversation_id'))
  const tags = await tagsOf(account, tagged)
  const assignees = await usersById(
    account,
    events.flatMap((event) => becameOf(event).assignee_id ?? []),
  )
  return events.flatMap((event) => {
    const conversation = conversations.get(idOf(event, 'conversation_id'))
    if (!conversation) return []
    const { assignee_id } = becameOf(event)
    const payloads: Array<[WebhookEvent, object]> = []
    if (!changedOf(event)?.every((key) => SILENT.has(key))) payloads.push(['conversation:updated', conversation])
    if (assignee_id !== undefined) {
      const assignee = assignees.get(assignee_id ?? 0) ?? null
      payloads.push(['conversation:assigned', { ...conversation, assignee_id, assignee }])
    }
    if (isTagged(event))
      payloads.push(['conversation:tagged', { ...conversation, tags: tags.get(conversation.id) ?? [] }])
    return payloads.map(([type, payload]) => ({ event_id: event.id, type, payload, ...about(conversation) }))
  })
}

const changedOf = ({ payload }: LoggedEvent) => payload.changed as string[] | undefined
const becameOf = ({ payload }: LoggedEvent) => (payload.became ?? {}) as { assignee_id?: number | null }

async function usersById(account: Account, ids: number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await usersWithProfiles(account).where('users.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, toUser(row)]))
}

export const customerCreated: BuildPayloads = (account, events) =>
  customerPayloads('customer:created', account, events.filter(isCreation))

/** A first visit creates a customer, unless the team had added them before. Visits that an older server logged do not say which. */
const isCreation = ({ type, payload }: LoggedEvent) =>
  type !== 'customer:visited' || (payload.first === true && payload.created !== false)

export const customerUpdated: BuildPayloads = (account, events) => customerPayloads('customer:updated', account, events)

async function customerPayloads(type: WebhookEvent, account: Account, events: LoggedEvent[]): Promise<WebhookDraft[]> {
  if (events.length === 0) return []
  const ids = events.map((event) => idOf(event, 'customer_id'))
  const rows = await account.from('customers').selectAll().where('id', 'in', ids).execute()
  const customers = new Map(rows.map((row) => [row.id, toCustomerBasic(row)]))
  return events.flatMap((event) => {
    const payload = customers.get(idOf(event, 'customer_id'))
    if (!payload) return []
    return [
      { event_id: event.id, type, payload, order_key: payload.id, conversation_id: null, customer_id: payload.id },
    ]
  })
}

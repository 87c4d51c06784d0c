import type { AccountTransaction } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { inboxIdOrPrimary } from '../../account/inboxes/queries.js'
import { wakeLater } from '../snoozing/snooze-conversation.js'
import { addTagsByName } from './add-tags.js'
import { storePastMessages, type PastMessage } from './store-past-messages.js'

/** A conversation that took place in another product. */
export interface PastConversation {
  customer_id: string
  created_at: Date
  subject: string | null
  metadata: Record<string, unknown>
  state: PastState
  /** Names. Missing tags are created. */
  tags: string[]
  messages: PastMessage[]
}

export interface PastState {
  status: 'open' | 'closed'
  closed_at: Date | null
  priority: 'priority' | 'not_priority'
  assignee_id: number | null
  /** Null: until the customer writes. Absent: not snoozed. */
  snoozed_until?: Date | null
}

/**
 * Stores a conversation of the past, or what is new in one that was stored before. Nobody hears of it: it writes no events, so
 * there are no alerts, mails, webhooks or posts, and everything counts as read. Its state is left alone once somebody has
 * worked on the conversation here.
 */
export async function storePast(
  account: AccountTransaction,
  known_id: string | undefined,
  past: PastConversation,
  user_id: number | null,
) {
  const conversation_id = known_id ?? (await insertPast(account, past))
  const follows = !known_id || !(await isWorkedOn(account, known_id))
  if (known_id && follows)
    await account.update('conversations').set(toColumns(past)).where('id', '=', known_id).execute()
  if (follows && past.state.snoozed_until) await wakeLater(account, conversation_id, past.state.snoozed_until)
  await addTagsByName(account, { conversation_id }, past.tags, user_id)
  const message_ids = await storePastMessages(account, conversation_id, past.messages)
  return { conversation_id, message_ids, follows }
}

async function insertPast(account: AccountTransaction, past: PastConversation) {
  const { customer_id, created_at, metadata } = past
  const row = {
    ...{ customer_id, created_at, read: true, source: 'chat' as const, metadata: JSON.stringify(metadata) },
    ...{ inbox_id: await inboxIdOrPrimary(account, null), last_activity_at: created_at, ...toColumns(past) },
  }
  return (await account.insert('conversations', row).returning('id').executeTakeFirstOrThrow()).id
}

const toColumns = ({ subject, state: { snoozed_until, ...state } }: PastConversation) => ({
  ...{ ...state, subject },
  snoozed_at: snoozed_until === undefined ? null : new Date(),
  snoozed_until: snoozed_until ?? null,
})

/** An imported conversation has events only of what happened here. */
async function isWorkedOn(account: AccountTransaction, conversation_id: string) {
  return (await account.run(firstEvent, conversation_id)).length > 0
}

const firstEvent = defineStatement<{ id: number }>(
  'past-conversations.first-event',
  `select e.id from events e where e.account_id = $1 and e.conversation_id = $2 and e.conversation_id is not null
    and (e.type = 'conversation:created' or e.payload ?| array['became', 'begins']) limit 1`,
)

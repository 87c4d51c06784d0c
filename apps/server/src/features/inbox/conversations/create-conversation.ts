import type { Account } from '../../../platform/account.js'
import type { Actor } from '../../../platform/actor.js'
import { invalid, notFound } from '../../../platform/errors.js'
import { defineStatement } from '../../../platform/statement.js'
import { inboxIdOrPrimary } from '../../account/inboxes/queries.js'
import { toConversationBasic, type ConversationRow } from './present.js'

export interface NewConversation {
  customer_id: string
  inbox_id?: string | null | undefined
  source?: ConversationRow['source'] | null | undefined
  subject?: string | null | undefined
  metadata?: Record<string, unknown> | null | undefined
  assignee_id?: number | null | undefined
  priority?: ConversationRow['priority'] | null | undefined
  status?: ConversationRow['status'] | null | undefined
  read?: boolean | null | undefined
}

/** `prepare` runs in the same transaction, before the team is notified. Returns the state after it. */
export function createConversation(
  account: Account,
  draft: NewConversation,
  actor: Actor | null,
  prepare?: (account: Account, conversation_id: string) => Promise<void>,
) {
  return account.transaction(async (account) => {
    const inbox_id = draft.inbox_id ?? (await inboxIdOrPrimary(account, null))
    const conversation_id = crypto.randomUUID()
    const [inserted] = await account
      .run(
        insertConversation,
        conversation_id,
        draft.customer_id,
        inbox_id,
        draft.source ?? 'chat',
        draft.subject ?? null,
        draft.metadata ? JSON.stringify(draft.metadata) : null,
        draft.assignee_id ?? null,
        draft.priority ?? 'not_priority',
        draft.status ?? 'open',
        draft.status === 'closed' ? new Date() : null,
        draft.read ?? false,
      )
      .catch(handleInsertError)
    if (!inserted) throw invalid({ customer_id: ['does not exist'] })
    await prepare?.(account, conversation_id)
    const [created] = await account.run(logCreated, conversation_id, actor)
    if (!created) throw notFound('Conversation')
    const { former_customer_ids, ...row } = created
    const conversation = toConversationBasic(row)
    account.announce('conversation:created', { conversation, former_customer_ids })
    return conversation
  })
}

/** A foreign key with the account's id reports an inbox that does not exist. */
function handleInsertError(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code === '23503' && constraint === 'conversations_account_id_inbox_id_fkey') throw notFound('Inbox')
  throw error
}

/** Returns no row if the customer does not exist. */
const insertConversation = defineStatement<{ id: string }>(
  'conversations.insert',
  `insert into conversations (account_id, id, customer_id, inbox_id, source, subject, metadata, assignee_id, priority, status,
    closed_at, read)
  select account_id, $2::uuid, $3::uuid, $4::uuid, $5::text, $6::text, $7::jsonb, $8::bigint, $9::text, $10::text,
    $11::timestamptz, $12::boolean
  from customers where account_id = $1 and id = $3::uuid returning id`,
)

/** The conversation after `prepare`, with the ids of customers that were merged into its customer. */
const logCreated = defineStatement<ConversationRow & { former_customer_ids: string[] }>(
  'conversations.log-created',
  `with logged as (
    insert into events (account_id, conversation_id, type, payload, actor)
    values ($1, $2::uuid, 'conversation:created', jsonb_build_object('conversation_id', $2::uuid), $3)
  )
  select c.*, array(select m.merged_id from customer_merges m where m.account_id = $1 and m.customer_id = c.customer_id)
    as former_customer_ids
  from conversations c where c.account_id = $1 and c.id = $2::uuid`,
)

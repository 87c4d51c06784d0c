import type { ConversationBasic } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { Actor } from '../../../platform/actor.js'
import { invalid, notFound } from '../../../platform/errors.js'
import { jsonParameter } from '../../../platform/json-parameter.js'
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
export async function createConversation(
  account: Account,
  draft: NewConversation,
  actor: Actor | null,
  prepare?: (account: Account, conversation_id: string) => Promise<void>,
) {
  const prepareOne = async (account: Account, ids: string[]) => {
    for (const id of ids) await prepare?.(account, id)
  }
  const [conversation] = await createConversations(account, [{ ...draft, actor }], prepareOne)
  return conversation as ConversationBasic
}

/** Several at once. `prepare` gets their ids in the same order. */
export function createConversations(
  account: Account,
  drafts: Array<NewConversation & { actor: Actor | null }>,
  prepare: (account: Account, conversation_ids: string[]) => Promise<void>,
) {
  return account.transaction(async (account) => {
    const given = []
    for (const draft of drafts) {
      const inbox_id = draft.inbox_id ?? (await inboxIdOrPrimary(account, null))
      given.push({ ...toRow(draft), id: crypto.randomUUID(), inbox_id })
    }
    const inserted = await account.run(insertConversations, jsonParameter(given)).catch(handleInsertError)
    if (inserted.length < given.length) throw invalid({ customer_id: ['does not exist'] })
    const ids = given.map(({ id }) => id)
    await prepare(account, ids)
    const created = await account.run(
      logCreated,
      ids,
      drafts.map(({ actor }) => actor),
    )
    const rows = new Map(created.map((row) => [row.id, row]))
    return ids.map((id) => {
      const row = rows.get(id)
      if (!row) throw notFound('Conversation')
      const { former_customer_ids, ...stored } = row
      const conversation = toConversationBasic(stored)
      account.announce('conversation:created', { conversation, former_customer_ids })
      return conversation
    })
  })
}

const toRow = (draft: NewConversation) => ({
  customer_id: draft.customer_id,
  source: draft.source ?? 'chat',
  subject: draft.subject ?? null,
  metadata: draft.metadata ?? null,
  assignee_id: draft.assignee_id ?? null,
  priority: draft.priority ?? 'not_priority',
  status: draft.status ?? 'open',
  closed_at: draft.status === 'closed' ? new Date() : null,
  read: draft.read ?? false,
})

/** A foreign key with the account's id reports an inbox that does not exist. */
function handleInsertError(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code === '23503' && constraint === 'conversations_account_id_inbox_id_fkey') throw notFound('Inbox')
  throw error
}

const COLUMNS = 'customer_id, id, inbox_id, source, subject, metadata, assignee_id, priority, status, closed_at, read'

/** Returns no row for a customer who does not exist. */
const insertConversations = defineStatement<{ id: string }>(
  'conversations.insert',
  `insert into conversations (account_id, ${COLUMNS})
  select k.account_id, g.*
  from json_to_recordset($2::json) as g (customer_id uuid, id uuid, inbox_id uuid, source text, subject text, metadata jsonb,
    assignee_id bigint, priority text, status text, closed_at timestamptz, read boolean)
  join customers k on k.account_id = $1 and k.id = g.customer_id
  returning id`,
)

/** The conversations after `prepare`, with the ids of customers that were merged into their customers. */
const logCreated = defineStatement<ConversationRow & { former_customer_ids: string[] }>(
  'conversations.log-created',
  `with logged as (
    insert into events (account_id, conversation_id, type, payload, actor)
    select $1, g.id, 'conversation:created', jsonb_build_object('conversation_id', g.id), g.actor
    from unnest($2::uuid[], $3::text[]) as g (id, actor)
  )
  select c.*, array(select m.merged_id from customer_merges m where m.account_id = $1 and m.customer_id = c.customer_id)
    as former_customer_ids
  from conversations c where c.account_id = $1 and c.id = any($2::uuid[])`,
)

import type { Account } from '../../../platform/account.js'
import type { Actor } from '../../../platform/actor.js'
import { invalid } from '../../../platform/errors.js'
import { formerIdsOf } from '../../people/customers/merged-ids.js'
import { customerExists } from '../../people/customers/queries.js'
import { inboxIdOrPrimary } from '../../account/inboxes/queries.js'
import { toConversationBasic, type ConversationRow } from './present.js'
import { getConversation } from './queries.js'

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
    if (!(await customerExists(account, draft.customer_id))) throw invalid({ customer_id: ['does not exist'] })
    const inbox_id = await inboxIdOrPrimary(account, draft.inbox_id)
    const { id } = await account
      .insert('conversations', {
        customer_id: draft.customer_id,
        inbox_id,
        source: draft.source ?? 'chat',
        subject: draft.subject ?? null,
        metadata: draft.metadata ? JSON.stringify(draft.metadata) : null,
        assignee_id: draft.assignee_id ?? null,
        priority: draft.priority ?? 'not_priority',
        status: draft.status ?? 'open',
        closed_at: draft.status === 'closed' ? new Date() : null,
        read: draft.read ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await prepare?.(account, id)
    const conversation = toConversationBasic(await getConversation(account, id))
    const former_customer_ids = await formerIdsOf(account, conversation.customer_id)
    const created = { conversation, former_customer_ids }
    await account.emit('conversation:created', created, { conversation_id: id }, actor)
    return conversation
  })
}

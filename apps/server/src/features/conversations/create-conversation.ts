import type { Account } from '../../platform/account.js'
import { invalid } from '../../platform/errors.js'
import { formerIdsOf } from '../customers/merged-ids.js'
import { customerExists } from '../customers/queries.js'
import { inboxIdOrPrimary } from '../inboxes/queries.js'
import { toConversationBasic, type ConversationRow } from './present.js'

export interface NewConversation {
  customer_id: string
  inbox_id?: string | null | undefined
  source?: ConversationRow['source'] | null | undefined
  subject?: string | null | undefined
  metadata?: Record<string, unknown> | null | undefined
  assignee_id?: number | null | undefined
  priority?: ConversationRow['priority'] | null | undefined
}

/** `furnish` runs in the same transaction, before anybody hears of the conversation. */
export function createConversation(
  account: Account,
  draft: NewConversation,
  actor: string | null,
  furnish?: (account: Account, conversation_id: string) => Promise<void>,
) {
  return account.transaction(async (account) => {
    if (!(await customerExists(account, draft.customer_id))) throw invalid({ customer_id: ['does not exist'] })
    const inbox_id = await inboxIdOrPrimary(account, draft.inbox_id)
    const row = await account
      .insert('conversations', {
        customer_id: draft.customer_id,
        inbox_id,
        source: draft.source ?? 'chat',
        subject: draft.subject ?? null,
        metadata: draft.metadata ? JSON.stringify(draft.metadata) : null,
        assignee_id: draft.assignee_id ?? null,
        priority: draft.priority ?? 'not_priority',
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await furnish?.(account, row.id)
    const conversation = toConversationBasic(row)
    const former_customer_ids = await formerIdsOf(account, row.customer_id)
    const told = { conversation, former_customer_ids }
    await account.emit('conversation:created', told, { conversation_id: row.id }, actor)
    return conversation
  })
}

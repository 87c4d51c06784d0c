import type { Account } from '../../../platform/account.js'
import { invalid } from '../../../platform/errors.js'
import { defineStatement } from '../../../platform/statement.js'

/** Files without an owner become the user's. */
export async function claimForUser(account: Account, user_id: number, file_ids: string[]) {
  const files = account.update('files').set({ user_id, updated_at: new Date() }).where('id', 'in', file_ids)
  await files.where('user_id', 'is', null).where('customer_id', 'is', null).execute()
}

/**
 * A visitor sends only their own uploads. Older widgets upload without saying who they are: such a file belongs to the
 * first who sends it. Only the uploader knows its id.
 */
export async function claimForVisitor(account: Account, conversation_id: string, file_ids: string[]) {
  const own = await account.run(claimInConversation, conversation_id, file_ids)
  if (own.length < file_ids.length) throw invalid({ file_ids: ['does not exist'] })
}

const claimInConversation = defineStatement<{ id: string }>(
  'files.claim-in-conversation',
  `update files set customer_id = conversations.customer_id, updated_at = now() from conversations
   where files.account_id = $1 and conversations.account_id = $1
     and conversations.id = $2 and files.id = any($3::uuid[]) and files.user_id is null
     and (files.customer_id = conversations.customer_id or files.customer_id is null and files.unattached_since is not null)
   returning files.id`,
)

import type { ConversationBasic, NewEmail } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { userActor } from '../../../platform/actor.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import { invalid } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { startConversation } from '../../inbox/conversation-lists/start-conversation.js'
import { checkRecipients } from '../../inbox/messages/recipients.js'
import { findOrAddCustomer } from './find-sender.js'

/** Opens a conversation by mail with the customer who has this address. */
export function writeEmail(
  platform: Platform,
  account: Account,
  user_id: number,
  { to, cc = [], bcc = [], inbox_id, subject, body }: NewEmail,
): Promise<ConversationBasic> {
  const email = { to: [to], cc, bcc }
  checkRecipients(platform, email)
  if (!body.trim()) throw invalid({ body: ["can't be blank"] })
  return account.transaction(async (account) => {
    const customer_id = await findOrAddCustomer(account, { email: canonicalEmail(to) })
    const draft = { customer_id, inbox_id, source: 'email' as const, subject }
    return startConversation(account, draft, { user_id, message: { body, email } }, userActor(user_id))
  })
}

import type { ConversationBasic, NewMessage } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { Actor } from '../../../platform/actor.js'
import { HttpError, invalid } from '../../../platform/errors.js'
import { isEmail } from '../../mail/mails/address.js'
import { createConversation, type NewConversation } from '../conversations/create-conversation.js'
import { createMessage } from '../messages/create-message.js'

export type FirstMessage = Omit<NewMessage, 'conversation_id'>

/**
 * Creates the conversation together with its first message, so that a failed message leaves no empty conversation
 * behind.
 */
export async function startConversation(
  account: Account,
  draft: NewConversation,
  first: { user_id: number; message: FirstMessage } | undefined,
  actor: Actor | null,
): Promise<ConversationBasic> {
  if (draft.source === 'email') await requireEmail(account, draft.customer_id)
  // Clients load the conversation when it is announced, so its first message has to be there before.
  return createConversation(account, draft, actor, async (account, conversation_id) => {
    if (!first) return
    const author = { user_id: first.user_id }
    await createMessage(account, author, { ...first.message, conversation_id }, { keeps_state: true })
  })
}

/** The messages of an email conversation are mailed to its customer. */
async function requireEmail(account: Account, customer_id: string) {
  const customer = account.from('customers').select('email').where('id', '=', customer_id)
  const { email } = await customer.executeTakeFirstOrThrow(() => invalid({ customer_id: ['does not exist'] }))
  if (!email || !isEmail(email)) throw new HttpError(422, 'Invalid customer email address')
}

import type { Account, AccountTransaction } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'

export function getConversation(account: Account, id: string) {
  const conversations = account.from('conversations').selectAll().where('id', '=', id)
  return conversations.executeTakeFirstOrThrow(() => notFound('Conversation'))
}

/** Locks the row until the transaction ends. */
export function lockConversation(account: AccountTransaction, id: string) {
  const conversations = account.from('conversations').selectAll().where('id', '=', id).forUpdate()
  return conversations.executeTakeFirstOrThrow(() => notFound('Conversation'))
}

export function findConversation(account: Account, id: string) {
  return account.from('conversations').selectAll().where('id', '=', id).executeTakeFirst()
}

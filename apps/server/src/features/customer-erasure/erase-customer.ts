import type { Account } from '../../platform/account.js'
import { notFound } from '../../platform/errors.js'
import { defineStatement } from '../../platform/statement.js'
import { toConversationBasic } from '../conversations/present.js'
import { filesOf, forgetFiles } from './files.js'

/** Takes away a person and all that was theirs. That it was done, by whom and when, is all that the log keeps. */
export function eraseCustomer(account: Account, customer_id: string, user_id: number) {
  return account.transaction(async (account) => {
    // Their conversations before themselves, as whoever writes a message does it: the other way round each waits for the other.
    const locked = account.from('conversations').selectAll().where('customer_id', '=', customer_id).orderBy('id')
    const conversations = (await locked.forUpdate().execute()).map(toConversationBasic)
    const ids = conversations.map(({ id }) => id)
    const files = await account.run(filesOf, customer_id, ids)
    const { numDeletedRows } = await account.delete('customers').where('id', '=', customer_id).executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('Customer')

    await forgetFiles(account, files)
    await account.run(forgetEvents, customer_id)
    await account.run(forgetActor, `customer:${customer_id}`, ids)
    await account.emit('customer:deleted', { customer_id, conversations }, { customer_id }, `user:${user_id}`)
  })
}

const forgetEvents = defineStatement(
  'customer-erasure.forget-events',
  `delete from events where account_id = $1 and payload ? 'customer_id' and payload ->> 'customer_id' = $2::text`,
)

/** That something was said stays in the log, for whoever counts; who said it does not. */
const forgetActor = defineStatement(
  'customer-erasure.forget-actor',
  `update events set actor = 'customer' where account_id = $1 and actor = $2 and conversation_id = any($3::uuid[])`,
)

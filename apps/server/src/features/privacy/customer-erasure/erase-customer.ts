import type { Account } from '../../../platform/account.js'
import { customerActor, userActor } from '../../../platform/actor.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import { defineStatement } from '../../../platform/statement.js'
import { toConversationBasic } from '../../inbox/conversations/present.js'
import { deleteFilesLater } from '../../inbox/files/delete-files.js'
import { recordedFilesOfCustomer } from '../../recording/browser-sessions/recorded-files.js'
import { formerIdsOf } from '../../people/customers/merged-ids.js'
import { lockCustomer } from '../../people/customers/queries.js'
import { filesOf, forgetFiles } from './files.js'
import { forgetActorsIn, forgetAnswers } from './forget.js'
import { forgetGuestMails, forgetReports, guestConversationsOf } from './guest-messages.js'

/** Deletes a customer and everything that belongs to them. The log keeps ids, and who deleted them and when. */
export function eraseCustomer(account: Account, customer_id: string, user_id: number) {
  return account.transaction(async (account) => {
    // The conversations before the customer, as createMessage locks them. The other order could deadlock.
    const locked = account.from('conversations').selectAll().where('customer_id', '=', customer_id).orderBy('id')
    await locked.forUpdate().execute()
    const { email } = await lockCustomer(account, customer_id)
    // Read again under the lock: a merge may have added some.
    const conversations = (await locked.execute()).map(toConversationBasic)
    const ids = conversations.map(({ id }) => id)
    const files = await account.run(filesOf, customer_id, ids)
    const recorded = await account.run(recordedFilesOfCustomer, customer_id)
    const guest_ids = (await account.run(guestConversationsOf, customer_id)).map(({ id }) => id)
    const former_ids = await formerIdsOf(account, customer_id)
    const names = [customer_id, ...former_ids]
    // Before the customer: afterwards nothing says which mails are theirs.
    await account.run(forgetGuestMails, customer_id, guest_ids)
    const reports = await account.run(forgetReports, ids, await emailsOf(account, customer_id, email))
    await account.delete('customers').where('id', '=', customer_id).execute()

    await forgetFiles(account, [...files, ...reports])
    await deleteFilesLater(account, recorded)
    await account.run(forgetActorsIn, ids)
    const actors = names.map((name) => customerActor(name))
    await account.run(forgetActor, actors, guest_ids, names)
    const merged_with = await account.run(keptCustomers, names)
    await account.run(forgetEvents, names)
    await account.run(forgetAnswers, [...names, ...ids])
    // Webhooks and functions forget by these ids, once they have read the log up to here.
    const merged_with_ids = merged_with.map(({ id }) => id)
    const elsewhere = { former_customer_ids: former_ids, merged_with_ids, guest_conversation_ids: guest_ids }
    const logged = { customer_id, conversation_ids: ids, ...elsewhere }
    await account.emit('customer:deleted', { customer_id, conversations }, logged, userActor(user_id))
  })
}

/** Theirs, and those of customers who were merged into them. */
async function emailsOf(account: Account, customer_id: string, own: string | null) {
  const merges = account.from('customer_merges').select('merged').where('customer_id', '=', customer_id)
  const emails = [own, ...(await merges.execute()).map(({ merged }) => merged.email)]
  return emails.flatMap((email) => (typeof email === 'string' && email ? [canonicalEmail(email)] : []))
}

/** The customers that they were ever merged into, also where that was undone. */
const keptCustomers = defineStatement<{ id: string }>(
  'customer-erasure.kept-customers',
  `select distinct payload ->> 'customer_id' as id from events where account_id = $1
     and payload ? 'merged_customer_id' and payload ->> 'merged_customer_id' = any($2::text[])`,
)

const forgetEvents = defineStatement(
  'customer-erasure.forget-events',
  `delete from events where account_id = $1 and (
    payload ? 'customer_id' and payload ->> 'customer_id' = any($2::text[])
    or payload ? 'merged_customer_id' and payload ->> 'merged_customer_id' = any($2::text[]))`,
)

/** The same in others' conversations, and in conversations that were erased before. */
const forgetActor = defineStatement(
  'customer-erasure.forget-actor',
  `update events set actor = 'customer' where account_id = $1 and actor = any($2::text[]) and conversation_id in (
    select unnest($3::uuid[])
    union all
    select conversation_id from events where account_id = $1 and payload ? 'customer_id'
      and payload ->> 'customer_id' = any($4::text[]) and type = 'conversation:deleted')`,
)

import type { AccountTransaction } from '../../platform/account.js'
import type { LoggedEvent } from '../../platform/feature.js'
import { phonesOf } from './phones.js'
import { pushToPhones } from './push-to-phones.js'

export async function pushLater(account: AccountTransaction, events: LoggedEvent[]) {
  if (!(await hasPhones(account))) return
  for (const { payload } of events) {
    const [conversation_id, message_id] = [String(payload.conversation_id), String(payload.message_id)]
    await account.enqueue(pushToPhones, { conversation_id, message_id })
  }
}

/** Somebody read conversations, so the number at the app changes. */
export async function pushBadgeLater(account: AccountTransaction, events: LoggedEvent[]) {
  const read = events.findLast(({ payload }) => Array.isArray(payload.changed) && payload.changed.includes('read'))
  if (!read || !(await hasPhones(account))) return
  await account.enqueue(pushToPhones, { conversation_id: String(read.payload.conversation_id), message_id: null })
}

const hasPhones = async (account: AccountTransaction) =>
  (await phonesOf(account).limit(1).executeTakeFirst()) !== undefined

import { Uuid } from '@papercups/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import type { Actor } from '../../../platform/actor.js'
import { invalid } from '../../../platform/errors.js'
import { defineJob } from '../../../platform/feature.js'
import { toConversationBasic } from '../conversations/present.js'
import { lockConversation } from '../conversations/queries.js'
import { updateConversation } from '../conversations/update-conversation.js'

/** Until a time or until the customer writes, whichever comes first. */
export function snoozeConversation(account: Account, id: string, until: Date | null, actor: Actor) {
  if (until && until.getTime() <= Date.now()) throw invalid({ until: ['must be in the future'] })
  return account.transaction(async (account) => {
    const { status } = await lockConversation(account, id)
    if (status !== 'open') throw invalid({ status: ['must be open'] })
    await wakeLater(account, id, until)
    return updateConversation(account, id, { snoozed_at: new Date(), snoozed_until: until }, actor)
  })
}

/** If the snooze changes meanwhile, the job finds it not due and does nothing. */
export async function wakeLater(account: Account, conversation_id: string, until: Date | null) {
  if (until) await account.enqueue(wakeWhenDue, { conversation_id }, { at: until })
}

/** Moves it to the top of the open list, unread. */
export function wakeConversation(account: Account, id: string, actor: Actor | null) {
  return account.transaction(async (account) => {
    const before = await lockConversation(account, id)
    if (!before.snoozed_at) return toConversationBasic(before)
    const awake = { snoozed_at: null, snoozed_until: null, read: false, last_activity_at: new Date() }
    return updateConversation(account, id, awake, actor)
  })
}

export const wakeWhenDue = defineJob({
  name: 'snoozing.wake-when-due',
  input: Type.Object({ conversation_id: Uuid }),
  async run(account, { conversation_id }) {
    const due = await account
      .from('conversations')
      .select('id')
      .where('id', '=', conversation_id)
      .where('snoozed_until', '<=', sql<Date>`now()`)
      .executeTakeFirst()
    if (due) await wakeConversation(account, due.id, null)
  },
})

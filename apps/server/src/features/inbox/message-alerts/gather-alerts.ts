import { Uuid } from '@papercups/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { AccountTransaction } from '../../../platform/account.js'
import { defineJob } from '../../../platform/feature.js'
import { mailAlert } from './mail-alert.js'
import { customersMessages, usersWithAlerts } from './queries.js'

/** The first message is emailed at once. Messages within this time are emailed together at its end. */
const PAUSE = '5 minutes'

/** One transaction marks the messages as sent and enqueues the emails, so each user gets each message once. */
export const gatherAlerts = defineJob({
  name: 'message-alerts.gather',
  input: Type.Object({ conversation_id: Uuid }),
  async run(account, { conversation_id }) {
    await account.transaction((account) => gather(account, conversation_id))
  },
})

async function gather(account: AccountTransaction, conversation_id: string) {
  const alert = await account
    .from('message_alerts')
    .select('mailed_seq')
    .where('conversation_id', '=', conversation_id)
    .where('waiting', '=', true)
    .forUpdate()
    .executeTakeFirst()
  if (!alert) return
  const after = alert.mailed_seq
  const { last } = await customersMessages(account, conversation_id, after)
    .select(({ fn }) => fn.max('messages.seq').as('last'))
    .executeTakeFirstOrThrow()
  const sent = last === null ? {} : { mailed_seq: last, mail_at: sql<Date>`now() + ${PAUSE}::interval` }
  await account
    .update('message_alerts')
    .set({ waiting: false, ...sent })
    .where('conversation_id', '=', conversation_id)
    .execute()
  if (last === null) return // deleted while the job waited

  for (const { user_id } of await usersWithAlerts(account, after === 0).execute()) {
    await account.enqueue(mailAlert, { conversation_id, user_id, after, until: last })
  }
}

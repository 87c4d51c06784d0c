import { Uuid } from '@papercups/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { AccountTransaction } from '../../../platform/account.js'
import { defineJob } from '../../../platform/feature.js'
import { mailAlert } from './mail-alert.js'
import { customersMessages, whoWantsAlerts } from './queries.js'

/** The first message is told at once; what follows within this time is told together at its end. */
const PAUSE = '5 minutes'

/** What was told and whom to tell are one transaction: each message is in one mail to each of them. */
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
    .select('told_seq')
    .where('conversation_id', '=', conversation_id)
    .where('waiting', '=', true)
    .forUpdate()
    .executeTakeFirst()
  if (!alert) return
  const after = alert.told_seq
  const { last } = await customersMessages(account, conversation_id, after)
    .select(({ fn }) => fn.max('messages.seq').as('last'))
    .executeTakeFirstOrThrow()
  const told = last === null ? {} : { told_seq: last, mail_at: sql<Date>`now() + ${PAUSE}::interval` }
  await account
    .update('message_alerts')
    .set({ waiting: false, ...told })
    .where('conversation_id', '=', conversation_id)
    .execute()
  if (last === null) return // deleted while the job waited

  for (const { user_id } of await whoWantsAlerts(account, after === 0).execute()) {
    await account.enqueue(mailAlert, { conversation_id, user_id, after, until: last })
  }
}

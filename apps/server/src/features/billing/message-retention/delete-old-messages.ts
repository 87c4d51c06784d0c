import { Uuid } from '@papercups/contract'
import { PLANS } from '@papercups/plans'
import { Type } from 'typebox'
import { defineJob } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { defineStatement } from '../../../platform/statement.js'
import { accountsOn } from './unscoped.js'

/** Small, so that no message waits long for the rows of a batch. */
const BATCH = 500

const LIMITED = Object.values(PLANS).flatMap(({ name, retention }) => (retention ? [{ name, retention }] : []))

/**
 * Only messages that were written on this plan: an account that comes down to a smaller one loses nothing. Their files
 * follow within a day, because no message has them any more.
 */
const deleteBatch = defineStatement<{ messages: number }>(
  'billing.delete-old-messages',
  `with old as (
     select id from messages where account_id = $1 and created_at < now() - $3::interval
       and created_at >= (select plan_since from accounts where id = $1 and subscription_plan = $2)
     order by created_at limit ${BATCH}
   ), mails as (
     delete from incoming_mails where account_id = $1 and message_id in (select id from old)
   ), posts as (
     delete from service_posts where account_id = $1 and message_id in (select id from old)
   ), gone as (
     delete from messages where account_id = $1 and id in (select id from old) returning id
   )
   select count(*)::int as messages from gone`,
)

export const deleteOldMessages = defineJob({
  name: 'billing.delete-old-messages',
  input: Type.Object({ account_id: Uuid }),
  key: () => 'all',
  async run(account, _input, platform) {
    if (!platform.config.flags.billing_enabled) return
    for (const { name, retention } of LIMITED) {
      while ((await account.run(deleteBatch, name, retention))[0]?.messages === BATCH);
    }
  },
})

export async function deleteOldMessagesOfAll(platform: Platform) {
  if (!platform.config.flags.billing_enabled) return
  const plans = LIMITED.map(({ name }) => name)
  for (const account_id of await accountsOn(platform, plans))
    await platform.account(account_id).enqueue(deleteOldMessages, { account_id })
}

import type { Account } from '../../platform/account.js'
import { defineStatement } from '../../platform/statement.js'
import type { NumberPair } from './opt-outs.js'

/** A thread is the conversation between one of our numbers and one of a customer. */
export const threadKeyOf = ({ number, phone }: NumberPair) => ({
  service: 'twilio',
  channel_id: number,
  thread_id: phone,
})

export const smsThread = (pair: NumberPair, team_id: string | null, conversation_id: string) => ({
  ...threadKeyOf(pair),
  team_id,
  conversation_id,
})

/** After an inbox got another number, its conversations continue with the new one. */
export async function continueThreads(account: Account, connection_id: string) {
  await account.run(moveThreads, connection_id)
}

/** From numbers that are no longer connected. A customer who wrote to several of them keeps the newest conversation. */
const moveThreads = defineStatement(
  'twilio.move-threads',
  `with moved as (
    select distinct on (t.thread_id) t.id, s.channel_id, s.team_id
    from connected_services s
    join service_threads t on t.account_id = $1 and t.service = 'twilio' and t.channel_id <> s.channel_id
    join conversations c on c.account_id = $1 and c.id = t.conversation_id
    where s.account_id = $1 and s.id = $2
      and c.inbox_id = coalesce(s.inbox_id, (select i.id from inboxes i where i.account_id = $1 and i.is_primary))
      and not exists (select from connected_services o
        where o.account_id = $1 and o.service = 'twilio' and o.channel_id = t.channel_id)
      and not exists (select from service_threads k where k.account_id = $1 and k.service = 'twilio'
        and k.channel_id = s.channel_id and k.thread_id = t.thread_id)
    order by t.thread_id, t.created_at desc
  )
  update service_threads t set channel_id = moved.channel_id, team_id = moved.team_id, updated_at = now()
  from moved where t.account_id = $1 and t.id = moved.id`,
)

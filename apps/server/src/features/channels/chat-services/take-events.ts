import { Type } from 'typebox'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { defineJob } from '../../../platform/feature.js'
import { defineStatement } from '../../../platform/statement.js'
import { ServiceError, type ChatService, type NewEvent } from './chat-service.js'

/** An event that fails this often is given up, so that it does not hold up the others of its thread. */
const MAX_ATTEMPTS = 5

type Taker = Pick<ChatService<never>, 'id' | 'take'>

/** Handles the stored events of one key in their order. */
export const createTakeEvents = ({ id, take }: Taker) =>
  defineJob({
    name: `${id}.take-events`,
    input: Type.Object({ order_key: Type.String() }),
    key: ({ order_key }) => order_key,
    async run(account, { order_key }, platform) {
      for (;;) {
        const [event] = await account.run(beginEvent, id, order_key)
        if (!event) return
        try {
          await take(account, platform, event.body)
          await account.run(noteHandled, event.id, 'handled')
        } catch (error) {
          if (isTrouble(error)) await account.run(uncountAttempt, event.id)
          if (isTrouble(error) || event.attempts < MAX_ATTEMPTS) throw error
          platform.log.error({ err: error, service: id, event_id: event.id }, 'an event of a service was given up')
          await account.run(noteHandled, event.id, 'failed')
        }
      }
    },
  })

/** The service is down, allows no more calls, or refuses the token. No event is given up for that: its job tries for a day. */
const isTrouble = (error: unknown) => error instanceof ServiceError && error.failure !== 'refused'

/** Stores the event and the job that handles it. An event that was stored before is ignored. */
export function storeEvent(account: Account, service: Taker, event: NewEvent) {
  return account.transaction(async (account: AccountTransaction) => {
    const { event_id, order_key, body } = event
    const row = account
      .insert('service_events', { service: service.id, event_id, order_key, body: JSON.stringify(body) })
      .onConflict((on) => on.columns(['account_id', 'service', 'event_id']).doNothing())
      .returning('id')
    if ((await row.executeTakeFirst()) !== undefined) await account.enqueue(createTakeEvents(service), { order_key })
  })
}

const beginEvent = defineStatement<{ id: string; body: Record<string, unknown>; attempts: number }>(
  'chat-services.begin-event',
  `with next as (
    select id from service_events
    where account_id = $1 and service = $2 and order_key = $3 and status = 'waiting' order by position limit 1
  )
  update service_events e set attempts = attempts + 1 from next where e.account_id = $1 and e.id = next.id
  returning e.id, e.body, e.attempts`,
)

const uncountAttempt = defineStatement(
  'chat-services.uncount-attempt',
  'update service_events set attempts = attempts - 1 where account_id = $1 and id = $2',
)

const noteHandled = defineStatement(
  'chat-services.note-handled',
  `update service_events set status = $3, body = null where account_id = $1 and id = $2`,
)

import type { ServiceDelivery } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import { getConversation } from '../../inbox/conversations/queries.js'

/** How many messages one call covers. */
const SPAN = 50

/** What was sent to services, of the messages after a number: one call for a page of the thread. */
export async function listDeliveries(account: Account, conversation_id: string, after: number) {
  await getConversation(account, conversation_id)
  const rows = deliveries(account).where('service_deliveries.conversation_id', '=', conversation_id)
  const span = rows.where('message.seq', '>', after).where('message.seq', '<=', after + SPAN)
  return span.orderBy('message.seq').orderBy('service_deliveries.position').execute()
}

/** A message that the service refused is sent again. */
export async function retryDelivery(account: Account, id: string): Promise<ServiceDelivery> {
  const waiting = account.update('service_deliveries').set({ status: 'waiting', updated_at: new Date() })
  await waiting.where('id', '=', id).where('status', '=', 'failed').execute()
  const delivery = await findDelivery(account, id)
  if (!delivery) throw notFound('Delivery')
  account.broadcastToTeam('service_delivery:changed', delivery)
  return delivery
}

/** Sends the state of a delivery to the team. */
export async function announceDelivery(account: Account, id: string) {
  const delivery = await findDelivery(account, id)
  if (delivery) account.broadcastToTeam('service_delivery:changed', delivery)
}

const findDelivery = (account: Account, id: string): Promise<ServiceDelivery | undefined> =>
  deliveries(account).where('service_deliveries.id', '=', id).executeTakeFirst()

function deliveries(account: Account) {
  return account
    .from('service_deliveries')
    .innerJoin('connected_services as connection', (join) =>
      join
        .onRef('connection.account_id', '=', 'service_deliveries.account_id')
        .onRef('connection.id', '=', 'service_deliveries.connection_id'),
    )
    .innerJoin('messages as message', (join) =>
      join
        .onRef('message.account_id', '=', 'service_deliveries.account_id')
        .onRef('message.id', '=', 'service_deliveries.message_id'),
    )
    .select(['service_deliveries.id', 'service_deliveries.conversation_id', 'service_deliveries.status'])
    .select(['service_deliveries.failure', 'connection.service', 'message.id as message_id', 'message.seq'])
    .where('service_deliveries.kind', '=', 'message')
}

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
  return withReceipts(account, await span.orderBy('message.seq').orderBy('service_deliveries.position').execute())
}

/** A message that the service refused, or did not bring to the customer, is sent again. */
export function retryDelivery(account: Account, id: string): Promise<ServiceDelivery> {
  return account.transaction(async (account) => {
    const [before] = await findDeliveries(account, [id])
    if (!before) throw notFound('Delivery')
    if (before.status !== 'failed') return before
    const lost = account.delete('service_posts').where('message_id', '=', before.message_id)
    await lost.where('service', '=', before.service).where('receipt', '=', 'failed').execute()
    const waiting = account.update('service_deliveries').set({ status: 'waiting', updated_at: new Date() })
    await waiting.where('id', '=', id).execute()
    const delivery: ServiceDelivery = { ...before, status: 'waiting' }
    account.broadcastToTeam('service_delivery:changed', delivery)
    return delivery
  })
}

/** Sends the state of deliveries to the team. */
export async function announceDeliveries(account: Account, ids: string[]) {
  for (const delivery of await findDeliveries(account, ids))
    account.broadcastToTeam('service_delivery:changed', delivery)
}

async function findDeliveries(account: Account, ids: string[]): Promise<ServiceDelivery[]> {
  if (ids.length === 0) return []
  return withReceipts(account, await deliveries(account).where('service_deliveries.id', 'in', ids).execute())
}

/**
 * What the service reported later decides. Receipts are stored at the posts, because a report can come before the post is
 * noted as sent.
 */
async function withReceipts(account: Account, rows: ServiceDelivery[]): Promise<ServiceDelivery[]> {
  const message_ids = rows.filter(({ status }) => status === 'sent').map(({ message_id }) => message_id)
  if (message_ids.length === 0) return rows
  const columns = account.from('service_posts').select(['message_id', 'service', 'receipt', 'failure'])
  const posts = await columns.where('message_id', 'in', message_ids).execute()
  return rows.map((row) => {
    if (row.status !== 'sent') return row
    const own = posts.filter(({ message_id, service }) => message_id === row.message_id && service === row.service)
    const lost = own.find(({ receipt }) => receipt === 'failed')
    if (lost) return { ...row, status: 'failed', failure: lost.failure }
    const is_delivered = own.length > 0 && own.every(({ receipt }) => receipt === 'delivered')
    return is_delivered ? { ...row, status: 'delivered' } : row
  })
}

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

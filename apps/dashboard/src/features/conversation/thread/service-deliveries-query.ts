import type { Message, ServiceDelivery } from '@papercups/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { conversationKeys } from '../../../entities/conversation/conversations.js'
import { connectedServicesQuery } from '../../../entities/integration/connected-services.js'
import { api } from '../../../lib/api.js'
import { refetchWhenIdle } from '../../../lib/refetch-when-idle.js'
import { useTopic } from '../../../lib/use-topic.js'
import { pageStart } from './page-start.js'

/** A service that was connected since then is not asked for, but the server pushes its failures. */
const CONNECTIONS_STALE_MS = 60_000

const deliveriesQuery = (conversationId: string, seq: number) => {
  const after = pageStart(seq)
  return queryOptions({
    queryKey: [...conversationKeys.service_deliveries(conversationId), after] as const,
    async queryFn({ client, signal }): Promise<ServiceDelivery[]> {
      const services = await client.fetchQuery({ ...connectedServicesQuery, staleTime: CONNECTIONS_STALE_MS })
      if (services.length === 0) return []
      const params = { id: conversationId }
      return api.get('/conversations/:id/service_deliveries', { params, query: { after }, signal })
    },
    staleTime: Infinity,
  })
}

/** The services to which a message was not delivered, or that reported its delivery. Undefined if there are none. */
export function useServiceDeliveries(message: Message | undefined): ServiceDelivery[] | undefined {
  const { id = '', conversation_id = '', seq = 1 } = message ?? {}
  const { data } = useQuery({
    ...deliveriesQuery(conversation_id, seq),
    enabled: message !== undefined,
    select(deliveries) {
      const shown = deliveries.filter(
        ({ message_id, failure, status }) => message_id === id && (failure !== null || status === 'delivered'),
      )
      return shown.length > 0 ? shown : undefined
    },
  })
  return data
}

/** Mounted once by the app shell: keeps them current. */
export function useLiveServiceDeliveries(accountId: string) {
  const cache = useQueryClient()
  useTopic(`notification:${accountId}`, {
    'service_delivery:changed'(delivery) {
      const { queryKey } = deliveriesQuery(delivery.conversation_id, delivery.seq)
      cache.setQueryData(
        queryKey,
        (deliveries) => deliveries && [...deliveries.filter(({ id }) => id !== delivery.id), delivery],
      )
      refetchWhenIdle(cache, queryKey)
    },
  })
}

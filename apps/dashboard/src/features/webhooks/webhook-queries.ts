import type { DeliveryStatus, WebhookEvent } from '@papercups/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

/** The server pushes no deliveries, so open pages ask for them. */
const REFRESH_MS = 3_000
/** A page that shows an error asks again when the user wants it. */
const whileItWorks = ({ state }: { state: { status: string } }) => state.status !== 'error' && REFRESH_MS

export const subscriptionsQuery = queryOptions({
  queryKey: ['event-subscriptions'],
  queryFn: ({ signal }) => api.get('/event_subscriptions', { signal }),
})

export const subscriptionQuery = (id: string) =>
  queryOptions({
    queryKey: [...subscriptionsQuery.queryKey, id],
    queryFn: ({ signal }) => api.get('/event_subscriptions/:id', { params: { id }, signal }),
    refetchInterval: whileItWorks,
  })

export const secretQuery = (id: string) =>
  queryOptions({
    queryKey: [...subscriptionsQuery.queryKey, id, 'secret'],
    queryFn: ({ signal }) => api.get('/event_subscriptions/:id/secret', { params: { id }, signal }),
  })

export interface DeliveryFilters {
  status: DeliveryStatus | ''
  event: WebhookEvent | ''
}

const PAGE_SIZE = 25

export const deliveriesQuery = (id: string, { status, event }: DeliveryFilters) =>
  infiniteQueryOptions({
    queryKey: [...subscriptionsQuery.queryKey, id, 'deliveries', status, event],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...(status && { status }),
        ...(event && { event }),
        after: pageParam ?? undefined,
        limit: PAGE_SIZE,
      }
      return api.getPage('/event_subscriptions/:id/deliveries', { params: { id }, query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: whileItWorks,
  })

export const deliveryQuery = (id: string, delivery_id: string) =>
  queryOptions({
    queryKey: [...subscriptionsQuery.queryKey, id, 'deliveries', delivery_id],
    queryFn: ({ signal }) =>
      api.get('/event_subscriptions/:id/deliveries/:delivery_id', { params: { id, delivery_id }, signal }),
    refetchInterval: whileItWorks,
  })

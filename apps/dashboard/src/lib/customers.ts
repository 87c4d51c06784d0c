import type { Conversation, ConversationPage, CustomerPage, CustomerProfile } from '@papercups/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.js'
import { toRow } from './conversations.js'
import { customersKey } from './use-live-records.js'

export const customerKeys = {
  all: customersKey,
  list: (filters: object) => [...customersKey, 'list', filters] as const,
  one: (id: string) => [...customersKey, 'one', id] as const,
  conversations: (id: string) => [...customersKey, 'one', id, 'conversations'] as const,
}

/** With their company and their tags. */
export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: customerKeys.one(id),
    queryFn: ({ signal }) => api.get<CustomerProfile>(`/customers/${id}`, { signal }),
  })

export interface CustomerListFilters {
  q: string
  tag_ids: string[]
  include_anonymous: boolean
  page: number
}

export const CUSTOMERS_AT_ONCE = 10

export const customersQuery = (filters: CustomerListFilters) =>
  queryOptions({
    queryKey: customerKeys.list(filters),
    queryFn: ({ signal }) => {
      const { q, include_anonymous, ...rest } = filters
      const query = { ...rest, q: q || undefined, include_anonymous, page_size: CUSTOMERS_AT_ONCE }
      return api.getPage<CustomerPage>('/customers', { query, signal })
    },
  })

/** The newest of them, each with its last words. */
export const customerConversationsQuery = (customer_id: string) =>
  queryOptions({
    queryKey: customerKeys.conversations(customer_id),
    queryFn: async ({ signal }) => {
      const query = { customer_id, limit: 50, message_limit: 1 }
      const { data, total } = await api.getPage<ConversationPage>('/conversations', { query, signal })
      return { rows: data.map((conversation: Conversation) => toRow(conversation)), total }
    },
  })

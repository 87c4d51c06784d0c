import type { Conversation, Customer, SegmentFilter } from '@papercups/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { toRow } from '../conversation/conversations.js'
import { customerName } from '../person-name.js'
import { customersKey } from '../use-live-records.js'

export const customerKeys = {
  all: customersKey,
  list: (filters: object) => [...customersKey, 'list', filters] as const,
  one: (id: string) => [...customersKey, 'one', id] as const,
  conversations: (id: string) => [...customersKey, 'one', id, 'conversations'] as const,
}

/** One customer, with company and tags. */
export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: customerKeys.one(id),
    queryFn: ({ signal }) => api.get('/customers/:id', { params: { id }, signal }),
  })

export interface CustomerListFilters {
  q: string
  tag_ids: string[]
  include_anonymous: boolean
  page: number
  /** A saved segment. */
  segment_id?: string
  /** An unsaved filter, instead of a segment. */
  filter?: SegmentFilter
  /** The cursor for searching older customers of a segment. */
  after?: string
}

const PAGE_SIZE = 10

/** The query of the list without paging. */
export function toListQuery({ q, tag_ids, include_anonymous, segment_id, filter }: CustomerListFilters) {
  const segment = filter ? { filter: JSON.stringify(filter) } : { segment_id }
  return { q: q || undefined, tag_ids, include_anonymous, ...segment }
}

export const customersQuery = (filters: CustomerListFilters) =>
  queryOptions({
    queryKey: customerKeys.list(filters),
    queryFn: ({ signal }) => {
      const { page, after } = filters
      const query = { ...toListQuery(filters), page, after, page_size: PAGE_SIZE }
      return api.getPage('/customers', { query, signal })
    },
  })

const SEARCH_RESULTS = 50

/** Search results, to pick one customer from. */
export const customerSearchQuery = (q: string) =>
  queryOptions({
    queryKey: [...customersKey, 'found', q],
    queryFn: async ({ signal }) => {
      const query = { q: q || undefined, page_size: SEARCH_RESULTS }
      return (await api.getPage('/customers', { query, signal })).data
    },
  })

/** Adds the email, because two customers may have the same name. */
export function nameWithEmail(customer: Customer) {
  const name = customerName(customer)
  return customer.email && customer.email !== name ? `${name} (${customer.email})` : name
}

/** The newest conversations of a customer, each with its last message. */
export const customerConversationsQuery = (customer_id: string) =>
  queryOptions({
    queryKey: customerKeys.conversations(customer_id),
    queryFn: async ({ signal }) => {
      const query = { customer_id, limit: 50, message_limit: 1 }
      const { data, total } = await api.getPage('/conversations', { query, signal })
      return { rows: data.map((conversation: Conversation) => toRow(conversation)), total }
    },
  })

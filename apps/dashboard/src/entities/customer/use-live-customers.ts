import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { coalesce } from '../../lib/coalesce.js'
import {
  conversationKeys,
  eraseRows,
  reassignRows,
  patchCustomer,
  type ConversationRow,
  type RowPages,
} from '../conversation/conversations.js'
import { customerKeys, customerQuery } from './customers.js'
import { useTopic } from '../../lib/use-topic.js'

/** A burst of pushes causes one request per this many milliseconds. */
const PAUSE = 1_000

/** Mounted once by the app shell. Keeps customers current in lists, on their pages and beside conversations. */
export function useLiveCustomers(accountId: string) {
  const cache = useQueryClient()
  const [readAgain] = useState(() => coalesce(() => cache.invalidateQueries({ queryKey: customerKeys.all }), PAUSE))
  const [readActivity] = useState(() =>
    coalesce(() => cache.invalidateQueries({ queryKey: customerKeys.all, predicate: showsActivity }), PAUSE),
  )
  useTopic(`notification:${accountId}`, {
    joined: readAgain,
    // Online customers come first in the list.
    presence_diff: readActivity,
    shout: readActivity,
    'conversation:created': readActivity,
    'conversation:updated': readActivity,
    'customer:created': readAgain,
    'customer_import:changed': ({ status }) => {
      if (status === 'importing' || status === 'done') readAgain()
    },
    'intercom_import:changed': readAgain,
    'customer:updated': ({ id }) => {
      readAgain()
      void refreshCustomerRows(cache, id)
    },
    'customer:merged': ({ id, merged_id, conversation_ids }) => {
      removeCached(cache, merged_id)
      readAgain()
      void reassignConversations(cache, conversation_ids, id)
    },
    'customer:unmerged': ({ merged_id, conversation_ids }) => {
      removeCached(cache, merged_id)
      readAgain()
      void reassignConversations(cache, conversation_ids, merged_id)
    },
    'customer:deleted': ({ id, conversation_ids }) => {
      removeCached(cache, id)
      eraseRows(cache, conversation_ids)
      readAgain()
    },
  })
}

/** Queries that change with activity: lists, and the conversations of one customer. */
const showsActivity = ({ queryKey: [, kind, , part] }: Query) => kind === 'list' || part === 'conversations'

/** The id now resolves to another customer. An open page refetches it. */
const removeCached = (cache: QueryClient, id: string) =>
  cache.removeQueries({ queryKey: customerKeys.one(id), type: 'inactive' })

/** Gives these conversations to another customer. */
async function reassignConversations(cache: QueryClient, conversation_ids: string[], customer_id: string) {
  try {
    reassignRows(cache, conversation_ids, await cache.fetchQuery({ ...customerQuery(customer_id), staleTime: 0 }))
  } catch {
    // The customer was deleted meanwhile; another push says so.
  }
}

async function refreshCustomerRows(cache: QueryClient, id: string) {
  const ones = cache.getQueriesData<ConversationRow>({ queryKey: conversationKeys.ones })
  const lists = cache.getQueriesData<RowPages>({ queryKey: conversationKeys.lists })
  const isShown =
    ones.some(([, row]) => row?.customer_id === id) ||
    lists.some(([, list]) => list?.pages.some(({ data }) => data.some((row) => row.customer_id === id)))
  if (!isShown) return
  try {
    patchCustomer(cache, await cache.fetchQuery({ ...customerQuery(id), staleTime: 0 }))
  } catch {
    // The customer was deleted meanwhile; another push says so.
  }
}

import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { coalesce } from '../../lib/coalesce.js'
import {
  conversationKeys,
  eraseRows,
  handRows,
  patchCustomer,
  type ConversationRow,
  type RowPages,
} from '../conversation/conversations.js'
import { customerKeys, customerQuery } from './customers.js'
import { useTopic } from '../../lib/use-topic.js'

/** One question for a burst of pushes: visitors come and go all the time. */
const PAUSE = 1_000

/** Mounted once by the app shell: keeps customers current, in lists, by themselves and beside their conversations. */
export function useLiveCustomers(accountId: string) {
  const cache = useQueryClient()
  const [readAgain] = useState(() => coalesce(() => cache.invalidateQueries({ queryKey: customerKeys.all }), PAUSE))
  const [readActivity] = useState(() =>
    coalesce(() => cache.invalidateQueries({ queryKey: customerKeys.all, predicate: showsActivity }), PAUSE),
  )
  useTopic(`notification:${accountId}`, {
    joined: readAgain,
    // Who is online stands first in the list.
    presence_diff: readActivity,
    shout: readActivity,
    'conversation:created': readActivity,
    'conversation:updated': readActivity,
    'customer:created': readAgain,
    'customer_import:changed': ({ status }) => {
      if (status === 'importing' || status === 'done') readAgain()
    },
    'customer:updated': ({ id }) => {
      readAgain()
      void refreshBeside(cache, id)
    },
    'customer:merged': ({ id, merged_id, conversation_ids }) => {
      forget(cache, merged_id)
      readAgain()
      void handOver(cache, conversation_ids, id)
    },
    'customer:unmerged': ({ merged_id, conversation_ids }) => {
      forget(cache, merged_id)
      readAgain()
      void handOver(cache, conversation_ids, merged_id)
    },
    'customer:deleted': ({ id, conversation_ids }) => {
      forget(cache, id)
      eraseRows(cache, conversation_ids)
      readAgain()
    },
  })
}

/** Lists, and the conversations of one customer: somebody's name does not change because they wrote. */
const showsActivity = ({ queryKey: [, kind, , part] }: Query) => kind === 'list' || part === 'conversations'

/** Whom that address means is another one from now on. Whoever looks at it reads it again. */
const forget = (cache: QueryClient, id: string) =>
  cache.removeQueries({ queryKey: customerKeys.one(id), type: 'inactive' })

/** These conversations belong to somebody else now. */
async function handOver(cache: QueryClient, conversation_ids: string[], customer_id: string) {
  try {
    handRows(cache, conversation_ids, await cache.fetchQuery({ ...customerQuery(customer_id), staleTime: 0 }))
  } catch {
    // They are gone by now; that is told as well.
  }
}

async function refreshBeside(cache: QueryClient, id: string) {
  const ones = cache.getQueriesData<ConversationRow>({ queryKey: conversationKeys.ones })
  const lists = cache.getQueriesData<RowPages>({ queryKey: conversationKeys.lists })
  const isShown =
    ones.some(([, row]) => row?.customer_id === id) ||
    lists.some(([, list]) => list?.pages.some(({ data }) => data.some((row) => row.customer_id === id)))
  if (!isShown) return
  try {
    patchCustomer(cache, await cache.fetchQuery({ ...customerQuery(id), staleTime: 0 }))
  } catch {
    // They are gone by now; that is told as well.
  }
}

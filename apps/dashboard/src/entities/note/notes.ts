import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { coalesce } from '../../lib/coalesce.js'
import { useTopic } from '../../lib/use-topic.js'

const PAUSE = 1_000
const PAGE_SIZE = 100

export const notesKey = ['notes'] as const

/** Notes of one customer, or of all, newest first. */
export const notesQuery = (customer_id?: string) =>
  infiniteQueryOptions({
    queryKey: [...notesKey, customer_id ?? null],
    queryFn: ({ pageParam, signal }) => {
      const query = { customer_id, after_note_id: pageParam ?? undefined, limit: PAGE_SIZE }
      return api.getPage('/notes', { query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** Mounted once by the app shell. */
export function useLiveNotes(accountId: string) {
  const cache = useQueryClient()
  const [readAgain] = useState(() => coalesce(() => cache.invalidateQueries({ queryKey: notesKey }), PAUSE))
  useTopic(`notification:${accountId}`, {
    joined: readAgain,
    'note:changed': readAgain,
    'customer:updated': readAgain,
    'customer:deleted': readAgain,
    'customer:merged': readAgain,
    'customer:unmerged': readAgain,
  })
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { isBucket } from '../features/inbox/buckets.js'
import { bucketView, inboxView, type View } from '../features/inbox/views.js'
import { inboxesQuery } from '../entities/inbox/inboxes.js'

interface RequestedView {
  /** Undefined: the URL names no list. Null: not known yet. */
  view: View | undefined | null
  /** Set when the inboxes could not be loaded, so the URL cannot be resolved. */
  error: Error | null
  retry: () => void
}

/** Resolves the list of conversations that the URL names. */
export function useView(): RequestedView {
  const { bucket, inbox_id } = useParams()
  const { data: inboxes, error, refetch } = useQuery({ ...inboxesQuery, enabled: inbox_id !== undefined })
  const view = useMemo(() => {
    if (isBucket(bucket)) return bucketView(bucket)
    if (!inbox_id) return undefined
    const inbox = inboxes?.find(({ id }) => id === inbox_id)
    if (inbox) return inboxView(inbox)
    return inboxes ? undefined : null
  }, [bucket, inbox_id, inboxes])
  return { view, error: view === null ? error : null, retry: () => void refetch() }
}

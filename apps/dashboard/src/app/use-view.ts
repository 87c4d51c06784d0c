import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { isBucket } from '../features/inbox/buckets.js'
import { bucketView, inboxView, type View } from '../features/inbox/views.js'
import { inboxesQuery } from '../lib/inboxes.js'

/** Which conversations the address asks for. Undefined: none that there are; null: not known yet. */
export function useView(): View | undefined | null {
  const { bucket, inbox_id } = useParams()
  const { data: inboxes, isError } = useQuery({ ...inboxesQuery, enabled: inbox_id !== undefined })
  return useMemo(() => {
    if (isBucket(bucket)) return bucketView(bucket)
    if (!inbox_id) return undefined
    const inbox = inboxes?.find(({ id }) => id === inbox_id)
    if (inbox) return inboxView(inbox)
    // Its name is not worth an error of its own: if the conversations cannot be had either, the list says so.
    if (isError) return inboxView({ id: inbox_id, name: 'Inbox' })
    return inboxes ? undefined : null
  }, [bucket, inbox_id, inboxes, isError])
}

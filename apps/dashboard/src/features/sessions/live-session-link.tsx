import type { ListedBrowserSession } from '@papercups/contract'
import { Button, type ButtonProps } from '@mantine/core'
import { IconScreenShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { statusOf, useSessionPresence } from './session-presence.js'
import { customerSessionsQuery } from './sessions-query.js'

interface Props {
  customerId: string
  /** How many of the unfinished sessions are looked at. A browser that crashed never finishes its session. */
  limit: number
  size?: ButtonProps['size']
}

/** A customer who comes while the page is open is found by the next request. */
const REFETCH_MS = 60_000

/** Leads to the page that the customer sees now. Nothing if they are not on the site. */
export function LiveSessionLink({ customerId, limit, size }: Props) {
  const query = { ...customerSessionsQuery(customerId, limit, true), refetchInterval: REFETCH_MS }
  const { data: sessions = [] } = useQuery(query)
  // Joins the topic only for customers with sessions: accounts without live sessions may not join it.
  return sessions.length > 0 && <PresentSession sessions={sessions} {...(size && { size })} />
}

function PresentSession({ sessions, size }: { sessions: ListedBrowserSession[]; size?: ButtonProps['size'] }) {
  const presence = useSessionPresence() ?? {}
  const live = sessions.find(({ id }) => statusOf(presence, id) !== 'disconnected')
  if (!live) return null
  return (
    <Button
      component={Link}
      to={`/sessions/live/${live.id}`}
      variant="default"
      {...(size && { size })}
      leftSection={<IconScreenShare size={16} />}
    >
      View live session
    </Button>
  )
}

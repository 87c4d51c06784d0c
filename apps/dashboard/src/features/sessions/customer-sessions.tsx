import type { ListedBrowserSession } from '@papercups/contract'
import { Button } from '@mantine/core'
import { IconScreenShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatAgo } from '../../lib/format.js'
import { useNow } from '../../lib/use-now.js'
import { Notice } from '../../ui/notice.js'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { beginningOf, deviceOf, formatDuration } from './describe-session.js'
import { statusOf, useSessionPresence } from './session-presence.js'
import { customerSessionsQuery } from './sessions-query.js'
import styles from './sessions.module.css'

const SHOWN = 20

/** The last sessions of a customer, for their page. */
export function CustomerSessions({ customerId }: { customerId: string }) {
  const { data: sessions, error, refetch } = useQuery(customerSessionsQuery(customerId, SHOWN))
  if (!sessions && error) return <LoadFailure title="Error retrieving sessions" error={error} retry={refetch} />
  if (!sessions) return <SectionSkeletons heights={[160]} />
  if (sessions.length === 0) {
    return (
      <Notice title="No sessions" icon={<IconScreenShare size={32} stroke={1.5} />}>
        This customer was not on a page with the recorder.
      </Notice>
    )
  }
  return <SessionItems sessions={sessions} />
}

/** The last recorded sessions of a customer, beside a conversation. Nothing if there are none. */
export function RecordedSessions({ customerId }: { customerId: string }) {
  const { data: sessions = [] } = useQuery(customerSessionsQuery(customerId, SHOWN))
  const recorded = sessions.filter((session) => session.recorded).slice(0, 3)
  if (recorded.length === 0) return null
  return (
    <section aria-label="Sessions">
      <h3>Sessions</h3>
      <SessionItems sessions={recorded} />
    </section>
  )
}

function SessionItems({ sessions }: { sessions: ListedBrowserSession[] }) {
  const presence = useSessionPresence() ?? {}
  const now = useNow()
  return (
    <ul className={styles.sessions} aria-label="Sessions">
      {sessions.map((session) => {
        const { id, started_at, duration_ms, recorded } = session
        const isLive = statusOf(presence, id) !== 'disconnected'
        const facts = [duration_ms ? formatDuration(duration_ms) : '', deviceOf(session)].filter(Boolean).join(' · ')
        return (
          <li key={id}>
            <span className={styles.session}>
              <span>{isLive ? 'Now' : started_at ? formatAgo(started_at, now) : '--'}</span>
              <span className={styles.quiet}>{facts}</span>
              <span className={styles.quiet} title={beginningOf(session)}>
                {beginningOf(session)}
              </span>
            </span>
            {isLive && (
              <Button component={Link} to={`/sessions/live/${id}`} variant="default" size="compact-sm">
                View live
              </Button>
            )}
            {recorded && (
              <Button component={Link} to={`/sessions/replay/${id}`} variant="default" size="compact-sm">
                Replay
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

import type { ActiveSession } from '@papercups/contract'
import { Button, Skeleton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { formatAgo, formatMoment } from '../../lib/format.js'
import { useNow } from '../../lib/use-now.js'
import { LoadFailure } from '../../ui/page.js'
import { Section } from '../../ui/section.js'
import styles from './profile.module.css'

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api.get('/sessions', { signal }),
  refetchOnMount: 'always',
})

export function SessionsSection() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery)
  const end = useEndSessions()
  const others = sessions?.some((session) => !session.current) ?? false

  return (
    <Section
      title="Active sessions"
      lead="The devices where you are signed in. End sessions that you do not recognize."
      actions={
        others && (
          <Button
            variant="default"
            size="xs"
            loading={end.isPending && end.variables === undefined}
            onClick={() => end.mutate(undefined)}
          >
            End all others
          </Button>
        )
      }
    >
      {error && !sessions && <LoadFailure title="Error retrieving sessions" error={error} retry={refetch} />}
      {!error && !sessions && <Skeleton height={56} />}
      {sessions && (
        <ul className={styles.sessions}>
          {sessions.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              ending={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

interface ItemProps {
  session: ActiveSession
  ending: boolean
  onEnd: () => void
}

function SessionItem({ session, ending, onEnd }: ItemProps) {
  const { device, ip, last_used_at: used, current } = session
  const now = useNow()
  const Icon = /Android|iPhone|iPad|iOS/.test(device) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li>
      <Icon size={20} stroke={1.5} aria-hidden="true" />
      <div className={styles.session}>
        <span className={styles.device}>{device}</span>
        <span className={styles.quiet}>
          {ip && `${ip} · `}
          {current ? 'This device' : <time title={formatMoment(used)}>{`last used ${formatAgo(used, now)}`}</time>}
        </span>
      </div>
      {!current && (
        <Button variant="default" size="xs" loading={ending} aria-label={`End session: ${device}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  )
}

/** Ends one session, or all others when no id is given. */
function useEndSessions() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string | undefined) =>
      id ? api.delete('/sessions/:id', { params: { id } }) : api.delete('/sessions'),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The session was not ended', message: describeError(error) }),
    onSettled: () => cache.invalidateQueries(sessionsQuery),
  })
}

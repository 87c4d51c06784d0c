import type { ListedBrowserSession, PresenceState } from '@papercups/contract'
import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconScreenShare } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { customerName } from '../../entities/person-name.js'
import { formatMoment } from '../../lib/format.js'
import { Notice } from '../../ui/notice.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { beginningOf, deviceOf } from './describe-session.js'
import { RecordingOff } from './recording-off.js'
import { presentIds, statusOf, useSessionPresence } from './session-presence.js'
import { recentSessionsQuery, REFETCH_MS, sessionCountQuery, sessionsByIdQuery } from './sessions-query.js'
import styles from './sessions.module.css'
import { StatusTag } from './status-tag.js'

export function SessionListPage() {
  const { data: count } = useQuery({ ...sessionCountQuery, refetchOnMount: 'always' })
  const { presence, sessions, error, refetch } = useSessions()
  return (
    <Page title="Live Sessions (beta)" lead="See the page that a visitor sees, while they are on your site." wide>
      <RecordingOff />
      {count === 0 && !sessions?.length ? <SetUpFirst /> : count !== undefined && <WorkInProgress />}
      {sessions ? (
        <Sessions sessions={sessions} presence={presence} />
      ) : error ? (
        <LoadFailure title="Error retrieving sessions" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[240]} />
      )}
    </Page>
  )
}

/** The newest sessions, and all whose visitors are connected, who come first. */
function useSessions() {
  const presence = useSessionPresence() ?? {}
  const { data, error, refetch } = useQuery({
    ...recentSessionsQuery,
    refetchOnMount: 'always',
    refetchInterval: REFETCH_MS,
  })
  const missing = data ? presentIds(presence).filter((id) => !data.some((session) => session.id === id)) : []
  const { data: further = [] } = useQuery({
    ...sessionsByIdQuery(missing.sort().slice(0, 100)),
    placeholderData: keepPreviousData,
  })
  const unique = new Map([...(data ?? []), ...further].map((session) => [session.id, session]))
  const sessions = data && [...unique.values()].sort((one, other) => rank(presence, one) - rank(presence, other))
  return { presence, sessions, error, refetch }
}

const ORDER = { online: 0, inactive: 1, disconnected: 2 }
const rank = (presence: PresenceState, { id }: ListedBrowserSession) => ORDER[statusOf(presence, id)]

const SetUpFirst = () => (
  <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />}>
    No session was recorded yet. <Link to="/sessions/setup">Set up Storytime</Link> on your site first.
  </Alert>
)

const WorkInProgress = () => (
  <Alert color="blue" variant="light" icon={<IconInfoCircle size={18} />}>
    This page is a work in progress.
  </Alert>
)

function Sessions({ sessions, presence }: { sessions: ListedBrowserSession[]; presence: PresenceState }) {
  if (sessions.length === 0) {
    return (
      <Notice
        title="No sessions"
        icon={<IconScreenShare size={32} stroke={1.5} />}
        actions={
          <Button component={Link} to="/sessions/setup" variant="default">
            Set up Storytime
          </Button>
        }
      >
        Visitors appear here while they are on a page with the recorder.
      </Notice>
    )
  }
  const columns: Array<Column<ListedBrowserSession>> = [
    { title: 'Visitor', look: 'name', render: (session) => <Visitor session={session} /> },
    {
      title: 'Started at',
      width: '190px',
      look: 'quiet',
      roomy: true,
      render: ({ started_at }) => (started_at ? formatMoment(started_at) : '--'),
    },
    { title: 'Status', width: '120px', render: ({ id }) => <StatusTag status={statusOf(presence, id)} /> },
    { title: 'Device info', look: 'quiet', roomy: true, render: deviceOf },
    {
      title: 'Actions',
      look: 'actions',
      width: 'min(190px, 25vw)',
      render: (session) => (
        <span className={styles.rowActions}>
          {session.recorded && (
            <Button component={Link} to={`/sessions/replay/${session.id}`} variant="subtle" size="xs">
              Replay
            </Button>
          )}
          <Button component={Link} to={`/sessions/live/${session.id}`} variant="default" size="xs">
            View live
          </Button>
        </span>
      ),
    },
  ]
  return <RowTable label="Sessions" columns={columns} rows={sessions} />
}

function Visitor({ session }: { session: ListedBrowserSession }) {
  const { customer, customer_id } = session
  const name = customerName(customer)
  const beginning = beginningOf(session)
  return (
    <>
      {customer_id ? <Link to={`/customers/${customer_id}`}>{name}</Link> : name}
      <span className={styles.page} title={beginning}>
        {beginning}
      </span>
    </>
  )
}

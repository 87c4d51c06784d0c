import type { Recording } from '@papercups/contract'
import { Alert, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { customerName } from '../../../entities/person-name.js'
import { describeError } from '../../../lib/api-error.js'
import { formatMoment } from '../../../lib/format.js'
import { LoadFailure, Page, SectionSkeletons } from '../../../ui/page.js'
import { Address } from '../address.js'
import { PlayerFrame } from '../player-frame.js'
import { recordingQuery, sessionQuery } from '../sessions-query.js'
import styles from '../sessions.module.css'
import { MarkList } from './mark-list.js'
import { pageAt } from './marks.js'
import { Timeline } from './timeline.js'
import { Controls } from './controls.js'
import { useReplay } from './use-replay.js'

const toList = { to: '/sessions/list', label: 'Back to all sessions' }

export function ReplayPage() {
  const { session_id = '' } = useParams()
  const { data: session } = useQuery(sessionQuery(session_id))
  const { data: recording, error, refetch } = useQuery(recordingQuery(session_id))
  const { customer_id, started_at } = session ?? {}
  const back = customer_id ? { to: `/customers/${customer_id}?tab=sessions`, label: 'Back to the customer' } : toList
  return (
    <Page
      title={session ? `Session of ${customerName(session.customer)}` : 'Session'}
      lead={started_at && formatMoment(started_at)}
      wide
      back={back}
    >
      {recording ? (
        <Replay key={session_id} recording={recording} />
      ) : error ? (
        <LoadFailure title="Error retrieving session" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[480, 80]} />
      )}
    </Page>
  )
}

function Replay({ recording }: { recording: Recording }) {
  const [search] = useSearchParams()
  const { first_at, last_at, marks, truncated } = recording
  const asked = Number(search.get('at'))
  const start = asked >= first_at && asked <= last_at ? asked : first_at
  const { frame, send, at, isPlaying, isLoading, isBlank, error, jump } = useReplay(recording, start)
  const [speed, setSpeed] = useState(1)
  const [skipsInactivity, setSkips] = useState(true)
  useEffect(() => send({ kind: 'options', speed, skipsInactivity }), [send, speed, skipsInactivity])
  const page = pageAt(marks, at)
  return (
    <>
      {truncated && (
        <Alert color="gray" variant="light">
          A part of this session is no longer stored.
        </Alert>
      )}
      {error !== null && (
        <Alert role="alert" color="red" variant="light">
          {describeError(error)}
        </Alert>
      )}
      <div className={styles.beside}>
        <section className={styles.view} aria-label="Replay">
          <Address url={page} />
          <div className={styles.screen}>
            <PlayerFrame frame={frame} />
            {isLoading && (
              <div className={styles.loading} role="status">
                <Loader size="sm" aria-hidden="true" />
                Loading…
              </div>
            )}
            {isBlank && <div className={styles.loading}>The page was too large to be recorded here.</div>}
          </div>
          <Timeline recording={recording} at={at} onJump={(moment) => void jump(moment, isPlaying)} />
          <Controls
            {...{ isPlaying, speed, skipsInactivity }}
            onPlay={() => void jump(at >= last_at - 100 ? first_at : at, !isPlaying)}
            onStep={(ms) => void jump(Math.min(last_at, Math.max(first_at, at + ms)), isPlaying)}
            onSpeed={setSpeed}
            onSkips={setSkips}
          />
        </section>
        <aside className={styles.panel} aria-label="Timeline">
          <MarkList recording={recording} at={at} onJump={(moment) => void jump(moment, isPlaying)} />
        </aside>
      </div>
    </>
  )
}

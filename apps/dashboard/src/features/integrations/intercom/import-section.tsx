import type { IntercomImport } from '@papercups/contract'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.js'
import { describeError } from '../../../lib/api-error.js'
import { formatMoment } from '../../../lib/format.js'
import { CountList, ProblemList, Progress } from '../../../ui/import-progress.js'
import { LoadFailure, SectionSkeletons } from '../../../ui/page.js'
import { Section } from '../../../ui/section.js'
import styles from './import-section.module.css'
import { importsQuery, useLiveImports } from './imports-query.js'

/** Brings over people and conversations. Shows the newest import. */
export function ImportSection() {
  const keep = useLiveImports()
  const { data: imports, error, refetch } = useQuery(importsQuery)
  const change = useMutation({ mutationFn: (call: () => Promise<IntercomImport>) => call(), onSuccess: keep })
  if (!imports) {
    if (!error) return <SectionSkeletons heights={[120]} />
    return <LoadFailure title="Error retrieving the imports" error={error} retry={refetch} />
  }
  const [newest] = imports
  const ask = (label: string, call: () => Promise<IntercomImport>) => (
    <Button variant="default" size="xs" disabled={change.isPending} onClick={() => change.mutate(call)}>
      {label}
    </Button>
  )
  const params = { id: newest?.id ?? '' }
  const isOver = newest?.state === 'stopped' || newest?.state === 'failed'
  const actions =
    newest?.state === 'running' ? (
      ask('Stop', () => api.post('/intercom/imports/:id/stop', { params }))
    ) : (
      <>
        {ask(newest ? 'Import again' : 'Import', () => api.post('/intercom/imports'))}
        {isOver && ask('Resume', () => api.post('/intercom/imports/:id/resume', { params }))}
      </>
    )
  const lead =
    'Bring your people and their conversations here. Nobody is alerted, and an import that is repeated brings only what is new.'
  return (
    <Section title="Move from Intercom" lead={lead} actions={actions}>
      {change.error && (
        <p role="alert" className={styles.refusal}>
          {describeError(change.error)}
        </p>
      )}
      {newest && <Outcome one={newest} />}
    </Section>
  )
}

function Outcome({ one }: { one: IntercomImport }) {
  const { state, failure, retry_at, progress, problems, skipped_count } = one
  return (
    <div className={styles.outcome}>
      <p role="status">{describeState(one)}</p>
      {failure && (
        <p role="alert" className={styles.refusal}>
          {failure}
          {retry_at && ` It goes on at ${formatMoment(retry_at)}.`}
        </p>
      )}
      {state !== 'done' && <Progress label="Import from Intercom" share={progress} />}
      <CountList
        counts={[
          ['People', one.people_count],
          ['Conversations', one.conversations_count],
          ['Messages', one.messages_count],
          ['Skipped', skipped_count],
        ]}
      />
      <ProblemList
        label="Skipped records"
        problems={problems.map(
          ({ kind, intercom_id, reason }) => `${NAMES[kind]} ${intercom_id ?? 'without an id'}: ${reason}.`,
        )}
        all={skipped_count}
      />
    </div>
  )
}

const NAMES = { contact: 'Contact', conversation: 'Conversation' }

const PHASES = {
  people: 'Importing people.',
  conversations: 'Importing conversations.',
  changes: 'Looking for conversations that have changed meanwhile.',
}

function describeState({ state, phase, created_at, ended_at }: IntercomImport) {
  if (state === 'running') return `${PHASES[phase]} You can close this page, and the import continues.`
  const end = ended_at ? ` on ${formatMoment(ended_at)}` : ''
  if (state === 'done')
    return `The import of ${formatMoment(created_at)} is complete. It counts what was new or had changed.`
  return state === 'stopped' ? `The import was stopped${end}.` : `The import failed${end}.`
}

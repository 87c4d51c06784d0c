import type { LambdaRunDetails } from '@papercups/contract'
import { Alert, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '../../lib/format.js'
import { CodeBlock } from '../../ui/code-block.js'
import { Fact, Facts } from '../../ui/facts.js'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { ConsoleOutput } from './console-output.js'
import { describeDuration, readable, RUN_STATUSES } from './describe-function.js'
import { runQuery } from './function-queries.js'
import styles from './functions.module.css'
import { Writes } from './writes.js'

interface Props {
  id: string
  run_id: string
  onClose: () => void
}

/** One run: what went in, what came out and what it printed. */
export function RunDialog({ id, run_id, onClose }: Props) {
  const { data, error, refetch } = useQuery(runQuery(id, run_id))
  return (
    <Modal
      opened
      onClose={onClose}
      title={data?.event ?? 'Run'}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {data ? (
        <Run run={data} />
      ) : error ? (
        <LoadFailure title="Error retrieving the run" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[200]} />
      )}
    </Modal>
  )
}

function Run({ run }: { run: LambdaRunDetails }) {
  const { status, version, created_at, error, input, result, output, writes } = run
  return (
    <div className={styles.details}>
      {error && (
        <Alert color="red" title="It failed">
          <span className={styles.error}>{error}</span>
        </Alert>
      )}
      <Facts>
        <Fact term="Status">{RUN_STATUSES[status].label}</Fact>
        <Fact term="Started">{formatMoment(created_at)}</Fact>
        <Fact term="Duration">{describeDuration(run)}</Fact>
        <Fact term="Version">{version === null ? 'Draft' : String(version)}</Fact>
      </Facts>
      {result !== null && (
        <div>
          <h3>Result</h3>
          <CodeBlock label="Result">{readable(result)}</CodeBlock>
        </div>
      )}
      <ConsoleOutput lines={output} />
      <Writes writes={writes} />
      <div>
        <h3>Input</h3>
        <CodeBlock label="Input">{readable(input)}</CodeBlock>
      </div>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { CodeBlock } from '../../ui/code-block.js'
import { Section } from '../../ui/section.js'
import { ConsoleOutput } from './console-output.js'
import { runQuery } from './function-queries.js'
import styles from './functions.module.css'

export interface Outcome {
  result: unknown
  /** Null if the function was never deployed. */
  run_id: string | null
}

/** What the function returned to the last test, and what it printed. */
export function OutputPanel({ lambda_id, outcome }: { lambda_id: string; outcome: Outcome | undefined }) {
  const { data: run } = useQuery({
    ...runQuery(lambda_id, outcome?.run_id ?? ''),
    enabled: Boolean(outcome?.run_id),
  })
  return (
    <Section title="Output">
      {outcome ? (
        <>
          <CodeBlock label="Result">{JSON.stringify(outcome.result, null, 2) ?? 'undefined'}</CodeBlock>
          {run && <ConsoleOutput lines={run.output} />}
        </>
      ) : (
        <p className={styles.hint}>The result of your function appears here.</p>
      )}
    </Section>
  )
}

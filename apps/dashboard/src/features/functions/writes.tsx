import type { RecordedWrite } from '@papercups/contract'
import { CodeBlock } from '../../ui/code-block.js'
import { readable } from './describe-function.js'
import styles from './functions.module.css'

/** The calls that a rehearsal recorded instead of sending them. */
export function Writes({ writes }: { writes: RecordedWrite[] }) {
  if (writes.length === 0) return null
  return (
    <div className={styles.details}>
      <h3>Calls that were not sent</h3>
      {writes.map(({ method, url, body }, at) => (
        <div key={at}>
          <p className={styles.error}>
            {method} {url}
          </p>
          {body !== null && <CodeBlock label={`Body of call ${at + 1}`}>{readable(body)}</CodeBlock>}
        </div>
      ))}
    </div>
  )
}

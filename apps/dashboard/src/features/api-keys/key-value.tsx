import type { PersonalApiKey } from '@papercups/contract'
import { Alert, Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { copyText } from '../../lib/copy-text.js'
import styles from './api-keys.module.css'

const MASK = '•'.repeat(16)

export function KeyValue({ apiKey: { label, value } }: { apiKey: PersonalApiKey }) {
  if (value !== null) return <ReadableValue label={label} value={value} />
  return (
    <div className={styles.quiet}>
      Cannot be shown: the secret key of this server has changed. Scripts can still use it. Delete it and generate a new
      one.
    </div>
  )
}

/** The key is masked until its owner reveals it. Revealing selects and copies it. */
function ReadableValue({ label, value }: { label: string; value: string }) {
  const [revealed, setRevealed] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (!revealed) return
    void copyText(value).then(() => field.current?.select())
  }, [revealed, value])

  return (
    <div className={styles.value}>
      <div className={styles.row}>
        {revealed ? (
          <input
            ref={field}
            className={styles.field}
            aria-label={`API key ${label}`}
            readOnly
            value={value}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        ) : (
          <span className={styles.mask} aria-label="Hidden">
            {MASK}
          </span>
        )}
        <Button
          variant="default"
          size="xs"
          aria-label={`${revealed ? 'Hide' : 'Reveal'} API key ${label}`}
          onClick={() => setRevealed(!revealed)}
        >
          {revealed ? 'Hide' : 'Reveal'}
        </Button>
      </div>
      {revealed && (
        <Alert color="yellow" className={styles.warning ?? ''}>
          Keep this key secret. Anyone who has it can act as you.
        </Alert>
      )}
    </div>
  )
}

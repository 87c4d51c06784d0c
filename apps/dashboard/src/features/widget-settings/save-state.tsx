import { Button } from '@mantine/core'
import { describeError } from '../../lib/api-error.js'
import type { SaveStatus } from './use-autosave.js'
import styles from './widget-settings.module.css'

interface Props {
  state: SaveStatus
  error: unknown
  onRetry: () => void
}

const WORDS = { untouched: '', saving: 'Saving…', saved: 'Saved' }

/** The page saves automatically and shows the state here. */
export function SaveState({ state, error, onRetry }: Props) {
  return (
    <div className={styles.state}>
      {error ? (
        <div role="alert">
          <span>Not saved. {describeError(error)}</span>
          <Button size="compact-sm" variant="default" className={styles.retry} onClick={onRetry}>
            Try again
          </Button>
        </div>
      ) : (
        <div role="status">{WORDS[state]}</div>
      )}
    </div>
  )
}

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describeError } from '../../../lib/api-error.js'
import styles from './thread.module.css'

/** Says at a message that it did not reach somebody, with a button to try again. */
export function FailedState({ retry, children }: { retry: () => Promise<unknown>; children: ReactNode }) {
  const retrying = useMutation({ mutationFn: retry })
  return (
    <div className={styles.failed} role="alert">
      <span>
        {children}
        {retrying.error && ` ${describeError(retrying.error)}`}
      </span>
      <Button size="compact-xs" variant="default" loading={retrying.isPending} onClick={() => retrying.mutate()}>
        Try again
      </Button>
    </div>
  )
}

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describeError } from '../lib/api-error.js'
import styles from './failed-state.module.css'

interface Props {
  retry: () => Promise<unknown>
  /** At the start of the line, where nothing else is on it. */
  atStart?: boolean
  children: ReactNode
}

/** Says at a record that it did not reach somebody, with a button to try again. */
export function FailedState({ retry, atStart = false, children }: Props) {
  const retrying = useMutation({ mutationFn: retry })
  return (
    <FailedLine atStart={atStart}>
      <span>
        {children}
        {retrying.error && ` ${describeError(retrying.error)}`}
      </span>
      <Button size="compact-xs" variant="default" loading={retrying.isPending} onClick={() => retrying.mutate()}>
        Try again
      </Button>
    </FailedLine>
  )
}

export const FailedLine = ({ atStart = false, children }: Pick<Props, 'atStart' | 'children'>) => (
  <div className={`${styles.failed} ${atStart ? styles.start : ''}`} role="alert">
    {children}
  </div>
)

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { describeError } from '../../lib/api-error.js'
import styles from './connection-card.module.css'

interface Props<Values> {
  /** The service's name. */
  service: string
  /** As they are in the form. Undefined: some are missing. */
  values: Values | undefined
  send: (values: Values) => Promise<unknown>
}

/** Posts a short text to the chosen channel. */
export function TestPost<Values>({ service, values, send }: Props<Values>) {
  const test = useMutation({ mutationFn: send })
  const is_current = JSON.stringify(test.variables) === JSON.stringify(values)
  return (
    <div>
      <Button
        variant="default"
        size="xs"
        disabled={!values}
        loading={test.isPending}
        onClick={() => values && test.mutate(values)}
      >
        Send a test message
      </Button>
      <p role="status" className={test.error ? styles.problem : undefined}>
        {is_current && test.error && `${service} error: ${describeError(test.error)}`}
        {is_current && test.isSuccess && 'The message is in the channel.'}
      </p>
    </div>
  )
}

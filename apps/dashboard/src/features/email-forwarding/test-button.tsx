import type { MailServerTest } from '@papercups/contract'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { describeError } from '../../lib/api-error.js'
import styles from './connected-mailbox.module.css'

interface Props<Values> {
  label: string
  values: Values
  test: (values: Values) => Promise<MailServerTest>
}

/** Connects with the values as they are in the form. The result is forgotten when they change. */
export function TestButton<Values>({ label, values, test }: Props<Values>) {
  const { mutate, isPending, data, error, variables } = useMutation({ mutationFn: test })
  const is_current = JSON.stringify(variables) === JSON.stringify(values)
  const problem = error ? describeError(error) : data?.ok === false ? data.message : null
  return (
    <div>
      <Button variant="default" size="xs" loading={isPending} onClick={() => mutate(values)}>
        {label}
      </Button>
      <p role="status" className={styles.result} data-look={problem ? 'bad' : 'good'}>
        {is_current && !isPending && (problem ?? (data?.ok ? 'The connection works.' : ''))}
      </p>
    </div>
  )
}

import type { Lambda } from '@papercups/contract'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { logError } from '../../lib/log-error.js'
import { SmallChat } from '../../ui/small-chat.js'
import { testWarning } from './describe-function.js'
import styles from './functions.module.css'
import { OutputPanel, type Outcome } from './output-panel.js'
import { useTestChat } from './use-test-chat.js'

interface Props {
  lambda: Lambda
  hasChanges: boolean
  /** Deploys the code if it is not what runs. Resolves with whether the code runs now. */
  prepare: () => Promise<boolean>
}

/** A chat whose messages run the function, and what the function returned. */
export function TestSection({ lambda: { id, status }, hasChanges, prepare }: Props) {
  const { messages, say } = useTestChat()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  async function run(body: string) {
    setBusy(true)
    try {
      const message = await say(body)
      if (!(await prepare())) return
      const { data, run_id } = await api.postWhole('/lambdas/:id/invoke', {
        params: { id },
        body: { event: 'message:created', payload: message },
      })
      setOutcome({ result: data, run_id })
      const { errorMessage } = (data ?? {}) as { errorMessage?: string }
      if (errorMessage)
        notifications.show({
          color: 'red',
          title: 'Error running function.',
          message: errorMessage,
          autoClose: false,
        })
    } catch (error) {
      logError('The test failed', error)
      notifications.show({ color: 'red', title: 'The test failed', message: describeError(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      {hasChanges && <p className={styles.hint}>{testWarning(status)}</p>}
      <div className={styles.chat}>
        <SmallChat
          title="Test your function"
          hint="Send a message below to test your webhook handler!"
          messages={messages.map(({ id, customer_id, body }) => ({
            id,
            by: customer_id ? 'visitor' : 'other',
            text: body ?? '',
          }))}
          busy={busy ? 'Your function is running…' : undefined}
          maxLength={2_000}
          onSend={(text) => void run(text)}
        />
      </div>
      <OutputPanel lambda_id={id} outcome={outcome} />
    </>
  )
}

import type { OutgoingEmail } from '@papercups/contract'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { describeError } from '../../../lib/api-error.js'
import { api } from '../../../lib/api.js'
import { formatMoment } from '../../../lib/format.js'
import styles from './thread.module.css'

/** Whether a message was mailed, and its recipients. The server pushes each change. */
export function MailState({ mail }: { mail: OutgoingEmail }) {
  const retry = useMutation({ mutationFn: () => api.post('/outgoing_mails/:id/retry', { params: { id: mail.id } }) })
  const { state, failure } = mail
  const people = (
    <bdi>
      {mail.to.join(', ')}
      {mail.cc.length > 0 && `, Cc ${mail.cc.join(', ')}`}
      {mail.bcc.length > 0 && `, Bcc ${mail.bcc.join(', ')}`}
    </bdi>
  )
  if (state === 'queued')
    return (
      <span className={styles.state}>{failure ? `Not sent yet: ${failure}. We try again.` : 'Sending email…'}</span>
    )
  if (state === 'sent')
    return (
      <span className={styles.state} title={mail.sent_at ? formatMoment(mail.sent_at) : undefined}>
        Emailed to {people}
        {failure && ` · ${failure}`}
      </span>
    )
  return (
    <div className={styles.failed} role="alert">
      <span>
        {state === 'bounced' ? 'The email came back from ' : 'The email was not sent to '}
        {people}
        {failure && `: ${failure}`}
        {retry.error && ` ${describeError(retry.error)}`}
      </span>
      <Button size="compact-xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
        Try again
      </Button>
    </div>
  )
}

import type { OutgoingEmail } from '@papercups/contract'
import { Suspense } from 'react'
import { api } from '../../../lib/api.js'
import { formatMoment } from '../../../lib/format.js'
import { lazyPart } from '../../../ui/lazy-part.js'
import { FailedState } from './failed-state.js'
import styles from './thread.module.css'

const StoppedEmails = lazyPart(async () => (await import('./stopped-emails.js')).StoppedEmails)

/** Whether a message was mailed, and its recipients. The server pushes each change. */
export function MailState({ mail }: { mail: OutgoingEmail }) {
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
  const failed = (
    <FailedState retry={() => api.post('/outgoing_mails/:id/retry', { params: { id: mail.id } })}>
      {state === 'bounced' ? 'The email came back from ' : 'The email was not sent to '}
      {people}
      {failure && `: ${failure}`}
    </FailedState>
  )
  if (state === 'failed') return failed
  return (
    <>
      {failed}
      <Suspense>
        <StoppedEmails emails={[mail.to, mail.cc, mail.bcc].flat()} />
      </Suspense>
    </>
  )
}

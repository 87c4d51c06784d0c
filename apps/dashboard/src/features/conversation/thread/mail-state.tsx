import type { OutgoingEmail } from '@papercups/contract'
import { Suspense } from 'react'
import { api } from '../../../lib/api.js'
import { formatMoment } from '../../../lib/format.js'
import { namesOf } from '../../../lib/names-of.js'
import { lazyPart } from '../../../ui/lazy-part.js'
import { FailedState } from '../../../ui/failed-state.js'
import styles from './thread.module.css'

const StoppedEmails = lazyPart(async () => (await import('./stopped-emails.js')).StoppedEmails)

/** Whether a message was mailed, and its recipients. The server pushes each change. */
export function MailState({ mail }: { mail: OutgoingEmail }) {
  const { state, failure } = mail
  const people = (
    <bdi>
      {namesOf(mail.to)}
      {mail.cc.length > 0 && `, Cc ${namesOf(mail.cc)}`}
      {mail.bcc.length > 0 && `, Bcc ${namesOf(mail.bcc)}`}
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
      {state === 'failed' ? (
        <>The email was not sent to {people}</>
      ) : // Of several recipients, the failure names those who did not get it.
      [mail.to, mail.cc, mail.bcc].flat().length > 1 ? (
        'The email came back'
      ) : (
        <>The email came back from {people}</>
      )}
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

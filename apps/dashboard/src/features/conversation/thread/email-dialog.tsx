import type { IncomingEmail, Message, OutgoingEmail } from '@papercups/contract'
import { Alert, Button, Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { attachedPictures } from '../../../entities/message/attached-pictures.js'
import { HtmlFrame } from '../../../entities/message/html-frame.js'
import { api } from '../../../lib/api.js'
import { download } from '../../../lib/download.js'
import { formatMoment } from '../../../lib/format.js'
import { saveFile } from '../../../lib/save-file.js'
import { Fact, Facts } from '../../../ui/facts.js'
import { LoadFailure, SectionSkeletons } from '../../../ui/page.js'
import styles from './email-dialog.module.css'
import { messageEmailQuery } from './message-email-query.js'
import { StoppedEmails } from './stopped-emails.js'

/** The mail that a message came from, and the mails that were sent with it. */
export function EmailDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const message_id = message.id
  const { data, error, refetch } = useQuery({ ...messageEmailQuery(message_id), staleTime: 0 })
  return (
    <Modal
      opened
      onClose={onClose}
      title="Email details"
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {data ? (
        <div className={styles.email}>
          {data.incoming && <Incoming email={data.incoming} message={message} />}
          {data.outgoing.map((mail) => (
            <Outgoing key={mail.id} mail={mail} message_id={message_id} />
          ))}
          {!data.incoming && data.outgoing.length === 0 && <p>No email was sent with this message.</p>}
        </div>
      ) : error ? (
        <LoadFailure title="The email could not be loaded" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[160]} />
      )}
    </Modal>
  )
}

const REASONS: Record<NonNullable<IncomingEmail['thread_reason']>, string> = {
  reply_address: 'It was sent to the reply address of this conversation.',
  plain_reply_address: 'The customer sent it to the reply address of this conversation.',
  references: 'It answers an email of this conversation, and its sender took part in it.',
  new: 'It answers no email that we know, so it started this conversation.',
  new_unknown_sender:
    'It answers an email of another conversation, but its sender did not take part there. So it started this conversation.',
}

const VERDICTS: Record<IncomingEmail['verdict'], string> = {
  pass: 'Verified: the sender’s domain vouches for this email.',
  fail: 'Not verified: the sender’s domain says that this email is forged.',
  unknown: 'Not verified: the sender’s domain does not say whether this email is theirs.',
}

function Incoming({ email, message }: { email: IncomingEmail; message: Message }) {
  const attached = useMemo(() => attachedPictures(email.pictures, message.attachments), [email, message])
  const people = (list: IncomingEmail['to']) =>
    list.map(({ name, email }) => (name ? `${name} <${email}>` : email)).join(', ')
  const facts: Array<[term: string, text: string]> = [
    ['From', email.from ? people([email.from]) : '--'],
    ['To', people(email.to)],
    ['Cc', people(email.cc)],
    ['Date', email.date ? formatMoment(email.date) : ''],
    ['Subject', email.subject],
    ['Why it is here', email.thread_reason ? REASONS[email.thread_reason] : ''],
  ]
  const save = useMutation({
    mutationFn: async () =>
      saveFile('mail.eml', await download(`/messages/${message.id}/email/original`, {}), 'message/rfc822'),
  })
  return (
    <section aria-label="Received email">
      <Alert color={email.verdict === 'pass' ? 'green' : email.verdict === 'fail' ? 'red' : 'yellow'}>
        {VERDICTS[email.verdict]}
      </Alert>
      <Facts>
        {facts
          .filter(([, text]) => text)
          .map(([term, text]) => (
            <Fact key={term} term={term}>
              {text}
            </Fact>
          ))}
      </Facts>
      {email.html ? (
        <HtmlFrame html={email.html} title={email.subject || 'Email'} attached={attached} />
      ) : (
        <Parts parts={email.parts} />
      )}
      <Button variant="default" size="xs" loading={save.isPending} onClick={() => save.mutate()}>
        Download original
      </Button>
    </section>
  )
}

/** Quotes and signatures are folded. */
function Parts({ parts }: { parts: IncomingEmail['parts'] }) {
  return parts
    .filter(({ text }) => text.trim())
    .map(({ kind, text }, at) =>
      kind === 'text' ? (
        <p key={at} className={styles.text} dir="auto">
          {text}
        </p>
      ) : (
        <details key={at}>
          <summary>{kind === 'quote' ? 'Quoted text' : 'Signature'}</summary>
          <p className={styles.text} dir="auto">
            {text}
          </p>
        </details>
      ),
    )
}

const STATES: Record<OutgoingEmail['state'], string> = {
  queued: 'Waiting to be sent',
  sent: 'Sent',
  failed: 'Not sent',
  bounced: 'Sent, but it came back',
}

function Outgoing({ mail, message_id }: { mail: OutgoingEmail; message_id: string }) {
  const cache = useQueryClient()
  const retry = useMutation({
    mutationFn: () => api.post('/outgoing_mails/:id/retry', { params: { id: mail.id } }),
    onSettled: () => cache.invalidateQueries(messageEmailQuery(message_id)),
  })
  return (
    <section aria-label="Sent email">
      <p>
        <strong>{STATES[mail.state]}</strong> to <bdi>{[mail.to, mail.cc, mail.bcc].flat().join(', ')}</bdi>
        {mail.sent_at && ` · ${formatMoment(mail.sent_at)}`}
      </p>
      {mail.failure && <Alert color="red">{mail.failure}</Alert>}
      {mail.sent_at && <StoppedEmails emails={[mail.to, mail.cc, mail.bcc].flat()} />}
      {(mail.state === 'failed' || mail.state === 'bounced') && (
        <Button variant="default" size="xs" loading={retry.isPending} onClick={() => retry.mutate()}>
          Try again
        </Button>
      )}
    </section>
  )
}

import type { EmailSummary, Message } from '@papercups/contract'
import { namesOf } from '../../../lib/names-of.js'
import styles from './thread.module.css'

const DOUBTS: Record<EmailSummary['doubts']['reasons'][number], string> = {
  mixed_alphabets: 'The address mixes alphabets. It may only look like one that you know',
  looks_latin: 'The domain has foreign letters that look like Latin ones',
  other_email_in_name: 'The name of the sender shows another address',
}

interface Props {
  email: EmailSummary
  message: Message | undefined
}

/** The sender and the recipients of an email, whether the sender can be trusted, and which files are missing. */
export function MailPeople({ email: { from, to, cc, verdict, doubts }, message }: Props) {
  const left_out = message?.metadata?.ses_attachments_left_out
  const isOutlook = message?.attachments.some(({ filename }) => /^winmail\.dat$/i.test(filename))
  return (
    <span className={styles.state}>
      {from && (
        <>
          From <bdi>{from.email}</bdi>
          {doubts.domain && (
            <>
              {' '}
              (<bdi>{doubts.domain}</bdi>)
            </>
          )}
        </>
      )}
      {to.length > 0 && (
        <>
          {' '}
          to <bdi>{namesOf(to.map(emailOf))}</bdi>
        </>
      )}
      {cc.length > 0 && (
        <>
          {to.length > 0 && ','} Cc <bdi>{namesOf(cc.map(emailOf))}</bdi>
        </>
      )}
      {verdict !== 'pass' && (
        <strong className={styles.unverified}>
          {verdict === 'fail' ? ' · The sender is not verified' : ' · The sender could not be verified'}
        </strong>
      )}
      {doubts.reasons.map((reason) => (
        <strong key={reason} className={styles.unverified}>{` · ${DOUBTS[reason]}`}</strong>
      ))}
      {isOutlook && ' · winmail.dat is a format of Outlook that other programs cannot open. Ask for HTML or plain text'}
      {Array.isArray(left_out) && (
        <>
          {' · Too large to show: '}
          <bdi>{left_out.join(', ')}</bdi>. The original email has it
        </>
      )}
    </span>
  )
}

const emailOf = ({ email }: EmailSummary['to'][number]) => email

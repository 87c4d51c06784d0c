import type { MessageRecipients, SuppressionReason } from '@papercups/contract'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { suppressedQuery } from '../../../entities/customer/suppressed-emails.js'
import { api } from '../../../lib/api.js'
import { isEmail } from '../../../lib/is-email.js'
import { namesOf } from '../../../lib/names-of.js'
import { EmailsField } from '../../../ui/fields/emails-field.js'
import { composerKey } from '../thread/emails-query.js'
import styles from './composer.module.css'

interface Props {
  conversationId: string
  /** Null: the person who wrote last. */
  chosen: MessageRecipients | null
  onChoose: (email: MessageRecipients | null) => void
}

/** Who gets the email, in one line. It opens into fields. */
export function Recipients({ conversationId, chosen, onChoose }: Props) {
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [...composerKey(conversationId), 'recipients'],
    queryFn: ({ signal }) => api.get('/conversations/:id/reply_recipients', { params: { id: conversationId }, signal }),
    staleTime: 0,
  })
  const suggested: MessageRecipients = data?.reply ?? { to: [] }
  const { to, cc = [], bcc = [] } = chosen ?? suggested
  const others = data?.reply_all.cc ?? []
  const subject = chosen?.subject === undefined ? {} : { subject: chosen.subject }
  const change = (part: Partial<MessageRecipients>) => onChoose({ to, cc, bcc, ...subject, ...part })

  return (
    <div className={styles.recipients} role="group" aria-label="Recipients">
      <div className={styles.recipientLine}>
        {/* The open fields show the same. */}
        {!open && (
          <span className={styles.people}>
            {data || chosen ? (
              <>
                To <bdi>{namesOf(to) || 'nobody'}</bdi>
                {cc.length > 0 && (
                  <>
                    {' '}
                    · Cc <bdi>{namesOf(cc)}</bdi>
                  </>
                )}
                {bcc.length > 0 && (
                  <>
                    {' '}
                    · Bcc <bdi>{namesOf(bcc)}</bdi>
                  </>
                )}
              </>
            ) : error ? (
              'The recipients could not be loaded'
            ) : (
              'Loading recipients…'
            )}
          </span>
        )}
        {error && !data && (
          <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        )}
        {others.length > 0 && (
          <>
            <Button
              size="compact-xs"
              variant="default"
              aria-pressed={chosen === null || isSame(chosen, data?.reply)}
              onClick={() => (subject.subject ? change({ ...suggested, bcc: [] }) : onChoose(null))}
            >
              Reply
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              aria-pressed={isSame(chosen, data?.reply_all)}
              onClick={() => data && change({ ...data.reply_all, bcc: [] })}
            >
              Reply to all
            </Button>
          </>
        )}
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={open}
          // Fields that are filled in too early would leave out the suggested recipients.
          disabled={!data && !chosen && !error}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Done' : 'Edit recipients'}
        </Button>
      </div>
      {open && (
        <div className={styles.recipientFields}>
          <EmailsField small label="To" value={to} required onChange={(to) => change({ to })} />
          <EmailsField small label="Cc" value={cc} onChange={(cc) => change({ cc })} />
          <EmailsField small label="Bcc" value={bcc} onChange={(bcc) => change({ bcc })} />
          <TextInput
            size="xs"
            label="Subject"
            dir="auto"
            maxLength={255}
            value={chosen?.subject ?? data?.subject ?? ''}
            onChange={(event) => change({ subject: event.currentTarget.value })}
          />
        </div>
      )}
      <Suppressed conversationId={conversationId} emails={[to, cc, bcc].flat().filter(isEmail)} />
    </div>
  )
}

/** What is before and after the email. */
const WARNINGS: Record<SuppressionReason, [string, string]> = {
  bounce: ['Mail to', 'came back the last time.'],
  complaint: ['Mail to', 'was marked as spam the last time.'],
  unsubscribe: ['', 'has unsubscribed. Write only if they expect an answer.'],
}

/** The mail is sent all the same: the address may work again, and an answer is no newsletter. */
function Suppressed({ conversationId, emails }: { conversationId: string; emails: string[] }) {
  const key = [...composerKey(conversationId), 'suppressed-emails', ...emails]
  const { data = [] } = useQuery({ ...suppressedQuery(emails), queryKey: key, staleTime: 0 })
  return (
    <div role="status">
      {data.map(({ email, reason }) => (
        <p key={email} className={styles.suppressed}>
          {WARNINGS[reason][0]} <bdi>{email}</bdi> {WARNINGS[reason][1]}
        </p>
      ))}
    </div>
  )
}

const isSame = (chosen: MessageRecipients | null, other: { to: string[]; cc: string[] } | undefined) =>
  chosen !== null &&
  other !== undefined &&
  String(chosen.to) === String(other.to) &&
  String(chosen.cc) === String(other.cc)

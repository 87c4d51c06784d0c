import type { MessageRecipients } from '@papercups/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { conversationKeys } from '../../../entities/conversation/conversations.js'
import { api } from '../../../lib/api.js'
import { EmailsField } from '../../../ui/fields/emails-field.js'
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
  const { data } = useQuery({
    // Below the emails, because each mail of the customer may change it.
    queryKey: [...conversationKeys.emails(conversationId), 'recipients'],
    queryFn: ({ signal }) => api.get('/conversations/:id/reply_recipients', { params: { id: conversationId }, signal }),
    staleTime: 0,
  })
  const suggested: MessageRecipients = data?.reply ?? { to: [] }
  const { to, cc = [], bcc = [] } = chosen ?? suggested
  const others = data?.reply_all.cc ?? []
  const change = (part: Partial<MessageRecipients>) => onChoose({ to, cc, bcc, ...part })

  return (
    <div className={styles.recipients} role="group" aria-label="Recipients">
      <div className={styles.recipientLine}>
        <span className={styles.people}>
          To <bdi>{to.join(', ') || 'nobody'}</bdi>
          {cc.length > 0 && (
            <>
              {' '}
              · Cc <bdi>{cc.join(', ')}</bdi>
            </>
          )}
          {bcc.length > 0 && (
            <>
              {' '}
              · Bcc <bdi>{bcc.join(', ')}</bdi>
            </>
          )}
        </span>
        {others.length > 0 && (
          <>
            <Button size="compact-xs" variant="default" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
              Reply
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              aria-pressed={isAll(chosen, data?.reply_all)}
              onClick={() => data && onChoose({ ...data.reply_all, bcc: [] })}
            >
              Reply to all
            </Button>
          </>
        )}
        <Button size="compact-xs" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Done' : 'Edit recipients'}
        </Button>
      </div>
      {open && (
        <div className={styles.recipientFields}>
          <EmailsField small label="To" value={to} required onChange={(to) => change({ to })} />
          <EmailsField small label="Cc" value={cc} onChange={(cc) => change({ cc })} />
          <EmailsField small label="Bcc" value={bcc} onChange={(bcc) => change({ bcc })} />
          {data?.subject && (
            <p className={styles.subject}>
              Subject: <bdi>{data.subject}</bdi>
            </p>
          )}
        </div>
      )}
    </div>
  )
}

const isAll = (chosen: MessageRecipients | null, all: { to: string[]; cc: string[] } | undefined) =>
  chosen !== null && all !== undefined && String(chosen.to) === String(all.to) && String(chosen.cc) === String(all.cc)

import { Anchor, Button, Skeleton } from '@mantine/core'
import type { MailSummary } from '@papercups/contract'
import { IconArrowLeft, IconMail } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, NavLink, useParams } from 'react-router'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { formatMoment } from '../../lib/format.js'
import { Notice } from '../../ui/notice.js'
import styles from './mailbox.module.css'

const mailboxQuery = queryOptions({
  queryKey: ['mailbox'],
  queryFn: ({ signal }) => api.get('/mailbox', { signal }),
  refetchInterval: 5_000,
})

const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['mailbox', id],
    queryFn: ({ signal }) => api.get('/mailbox/:id', { params: { id }, signal }),
  })

/** For development installs: the emails that a configured mail server would have sent. */
export function MailboxPage() {
  const { mail_id } = useParams()
  const { data: mails, error } = useQuery(mailboxQuery)
  const cache = useQueryClient()
  const empty = useMutation({
    mutationFn: () => api.delete('/mailbox'),
    onSuccess: () => cache.invalidateQueries({ queryKey: mailboxQuery.queryKey }),
  })

  if (error) return <Notice title="The mailbox is not available">{describeError(error)}</Notice>
  return (
    <div className={styles.page} data-open={mail_id || undefined}>
      <section className={styles.list} aria-labelledby="mailbox-title">
        <header className={styles.header}>
          <h1 id="mailbox-title">Mailbox</h1>
          <Button
            variant="default"
            size="xs"
            disabled={!mails?.length}
            loading={empty.isPending}
            onClick={() => empty.mutate()}
          >
            Empty
          </Button>
        </header>
        <MailList mails={mails} />
      </section>
      <section className={styles.mail} aria-label="Mail">
        {mail_id ? (
          <>
            <Anchor component={Link} to="/mailbox" className={styles.back ?? ''} inherit>
              <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
              All mail
            </Anchor>
            <MailView key={mail_id} id={mail_id} />
          </>
        ) : (
          <Notice title="Outgoing emails" icon={<IconMail size={28} />}>
            No mail server is configured, so outgoing emails are kept on this page.
          </Notice>
        )}
      </section>
    </div>
  )
}

function MailList({ mails }: { mails: MailSummary[] | undefined }) {
  if (!mails) return <Skeleton height={56} m={16} />
  if (mails.length === 0) return <p className={styles.none}>No mail yet</p>
  return (
    <ul className={styles.mails}>
      {mails.map((mail) => (
        <li key={mail.id}>
          <NavLink to={`/mailbox/${mail.id}`} className={styles.row ?? ''}>
            <strong>
              <bdi>{mail.subject || 'No subject'}</bdi>
            </strong>
            <span>{mail.to.join(', ')}</span>
            <time dateTime={mail.sent_at}>{formatMoment(mail.sent_at)}</time>
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

function MailView({ id }: { id: string }) {
  const { data: mail, error } = useQuery(mailQuery(id))
  if (error) return <Notice title="This email was deleted">{describeError(error)}</Notice>
  if (!mail) return <Skeleton height={200} m={16} />
  return (
    <article className={styles.article}>
      <h2>
        <bdi>{mail.subject || 'No subject'}</bdi>
      </h2>
      <dl className={styles.facts}>
        <dt>From</dt>
        <dd>{mail.from}</dd>
        <dt>To</dt>
        <dd>{[...mail.to, ...mail.cc, ...mail.bcc].join(', ')}</dd>
        <dt>Sent</dt>
        <dd>{formatMoment(mail.sent_at)}</dd>
      </dl>
      {/* An email may hold anything. The sandbox runs no scripts and cannot reach our origin. */}
      {mail.html ? (
        <iframe className={styles.frame} title="Email content" sandbox="allow-popups" srcDoc={mail.html} />
      ) : (
        <pre className={styles.text}>{mail.text}</pre>
      )}
    </article>
  )
}

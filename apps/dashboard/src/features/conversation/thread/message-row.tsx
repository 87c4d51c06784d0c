import type { Customer, Message } from '@papercups/contract'
import { memo, Suspense, type ReactNode } from 'react'
import { env } from '../../../lib/env.js'
import { formatDay, formatMoment, formatTime } from '../../../lib/format.js'
import { useNow } from '../../../lib/use-now.js'
import { Avatar } from '../../../ui/avatar.js'
import { lazyPart } from '../../../ui/lazy-part.js'
import { authorOf, type Team } from './author.js'
import { Bubble } from './bubble.js'
import { EditedMark } from './edited-mark.js'
import { EmailMark } from './email-mark.js'
import { useEmail } from './emails-query.js'
import type { Receipt } from './receipts.js'
import { useServiceDeliveries } from './service-deliveries-query.js'
import styles from './thread.module.css'
import type { Row } from './thread.js'

const RecordedMoment = lazyPart(async () => (await import('./recorded-moment.js')).RecordedMoment)
const DeliveryStates = lazyPart(async () => (await import('./delivery-states.js')).DeliveryStates)
const MailPeople = lazyPart(async () => (await import('./mail-people.js')).MailPeople)

interface Props {
  row: Row
  customer: Customer | null
  team: Team
  receipt: Receipt | undefined
  /** Whether a search found this message. */
  found: boolean
  /** Whether its conversation goes by email. */
  isByMail: boolean
  /** The heading of another conversation of the customer. */
  heading?: ReactNode
}

/** One bubble: the team on the right, the customer on the left. */
export const MessageRow = memo(function MessageRow({ row, customer, team, receipt, found, isByMail, heading }: Props) {
  const { item, opensDay, opensGroup } = row
  const email = useEmail(item.message, isByMail)
  const deliveries = useServiceDeliveries(item.message)
  const ours = !item.author.startsWith('customer:')
  const author = authorOf(item, customer, team)
  const note = item.message?.private ?? item.outgoing?.private
  if (isSystemNote(item.message)) {
    return (
      <>
        {heading}
        {opensDay && <Day at={item.at} />}
        <div className={styles.day} data-found={found || undefined}>
          <span className={styles.systemLine}>{item.message?.body}</span>
        </div>
      </>
    )
  }
  const classes = [styles.row, ours && styles.ours, opensGroup && styles.opensGroup]

  return (
    <>
      {heading}
      {opensDay && <Day at={item.at} />}
      <div className={classes.filter(Boolean).join(' ')} data-found={found || undefined}>
        <div className={styles.face}>
          {opensGroup && <Avatar id={author.id} name={author.name} image={author.photo} size={28} />}
        </div>
        <div className={styles.stack}>
          {opensGroup && (
            <div className={styles.byline}>
              <span dir="auto">{author.label}</span>
              {note && <span>Private note</span>}
            </div>
          )}
          {email?.incoming && (
            <Suspense fallback={<span className={styles.state}>…</span>}>
              <MailPeople email={email.incoming} message={item.message} />
            </Suspense>
          )}
          <div className={styles.line}>
            <Bubble item={item} subject={row.subject} email={email?.incoming ?? undefined} />
            <time className={styles.time} dateTime={item.at} title={formatMoment(item.at)}>
              {formatTime(item.at)}
            </time>
          </div>
          {env.flags.storytime_enabled && !ours && item.message && (
            <Suspense fallback={null}>
              <RecordedMoment message={item.message} />
            </Suspense>
          )}
          {(email || deliveries) && (
            <Suspense fallback={null}>
              <DeliveryStates mails={email?.outgoing} deliveries={deliveries} />
            </Suspense>
          )}
          {item.message && (email || item.message.source === 'email') && <EmailMark message={item.message} />}
          {item.message?.edited_at && <EditedMark message={item.message} team={team} />}
          {receipt && item.message && !isByMail && <Receipted receipt={receipt} message={item.message} />}
        </div>
      </div>
    </>
  )
})

/** A private note by the server: a message restored a deleted conversation. */
const isSystemNote = (message: Message | undefined) =>
  message?.type === 'bot' && message.private && message.metadata?.brought_back === true

function Day({ at }: { at: string }) {
  return <div className={styles.day}>{formatDay(at, useNow())}</div>
}

function Receipted({ receipt, message }: { receipt: Receipt; message: Message }) {
  const moment = message.seen_at ?? message.delivered_at ?? message.sent_at
  return (
    <span className={styles.state} title={formatMoment(moment)}>
      {receipt}
    </span>
  )
}

import type { ReactNode } from 'react'
import type { ConversationRow } from '../../lib/conversations.js'
import { formatAgo, formatDate, formatMoment } from '../../lib/format.js'
import { customerName } from '../../lib/people.js'
import { useNow } from '../../lib/use-now.js'
import styles from './conversation.module.css'

/** Who is writing, and what this conversation is. */
export function Details({ conversation }: { conversation: ConversationRow }) {
  const { customer } = conversation
  const now = useNow()
  return (
    <aside className={styles.details} aria-label="Details">
      <h3>Customer</h3>
      <dl>
        <Detail term="Name">{customerName(customer)}</Detail>
        <Detail term="Email">{customer?.email}</Detail>
        <Detail term="Phone">{customer?.phone}</Detail>
        <Detail term="First seen">{customer && formatDate(customer.created_at)}</Detail>
        <Detail term="Last seen">{customer?.last_seen_at && formatAgo(customer.last_seen_at, now)}</Detail>
        <Detail term="Last page">{customer?.pathname}</Detail>
        <Detail term="Browser">{[customer?.browser, customer?.os].filter(Boolean).join(' · ')}</Detail>
        <Detail term="Time zone">{customer?.time_zone?.replaceAll('_', ' ')}</Detail>
        <Detail term="External ID">{customer?.external_id}</Detail>
      </dl>
      <h3>Conversation</h3>
      <dl>
        <Detail term="Status">{conversation.status === 'open' ? 'Open' : 'Closed'}</Detail>
        <Detail term="Source">{conversation.source}</Detail>
        <Detail term="Started">{formatMoment(conversation.created_at)}</Detail>
        <Detail term="ID">{conversation.id}</Detail>
      </dl>
    </aside>
  )
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt>{term}</dt>
      <dd dir="auto">{children}</dd>
    </>
  )
}

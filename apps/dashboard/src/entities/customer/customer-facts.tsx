import type { Company, Customer } from '@papercups/contract'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { describeValue } from '../../lib/describe-value.js'
import { formatAgo, formatDate } from '../../lib/format.js'
import { isOnline, usePresence } from './presence.js'
import { useNow } from '../../lib/use-now.js'
import styles from './customer-facts.module.css'
import { Fact, Facts } from '../../ui/facts.js'
import { safeLink } from '../../ui/safe-link.js'

/** A site may tell anything; this much of it is read. */
const MOST = 50

/** What is known of somebody. What is not known is not listed. */
export function CustomerFacts({ customer, company }: { customer: Customer; company: Company | null | undefined }) {
  const now = useNow()
  const online = isOnline(usePresence(), customer.id)
  const { email, phone, last_seen_at, time_zone, ip, external_id, metadata } = customer
  return (
    <Facts>
      <Known term="Email">{email && <Mail address={email} />}</Known>
      <Known term="Phone">{phone}</Known>
      <Known term="Company">{company && <CompanyLink company={company} />}</Known>
      <Known term="First seen">{formatDate(customer.created_at)}</Known>
      <Known term="Last seen">{online ? 'Online now' : last_seen_at && formatAgo(last_seen_at, now)}</Known>
      <Known term="Last page">{(customer.current_url || customer.pathname) && <LastPage {...customer} />}</Known>
      <Known term="Device">{[customer.browser, customer.os].filter(Boolean).join(' · ')}</Known>
      <Known term="Time zone">{time_zone?.replaceAll('_', ' ')}</Known>
      <Known term="IP address">{ip}</Known>
      <Known term="External ID">{external_id}</Known>
      {Object.entries(metadata ?? {})
        .slice(0, MOST)
        .map(([key, value]) => (
          <Fact key={key} term={key}>
            <Told value={value} />
          </Fact>
        ))}
    </Facts>
  )
}

const Known = ({ term, children }: { term: string; children: ReactNode }) =>
  children ? <Fact term={term}>{children}</Fact> : null

const Mail = ({ address }: { address: string }) => (
  <Anchor inherit href={`mailto:${address}`}>
    {address}
  </Anchor>
)

const CompanyLink = ({ company: { id, name } }: { company: Company }) => (
  <Anchor inherit component={Link} to={`/companies/${id}`}>
    {name}
  </Anchor>
)

function LastPage({ current_url, pathname }: Pick<Customer, 'current_url' | 'pathname'>) {
  const address = current_url && safeLink(current_url)
  if (!address) return pathname || current_url
  return (
    <Anchor inherit href={address} target="_blank" rel="noopener noreferrer nofollow">
      {pathname || address}
    </Anchor>
  )
}

function Told({ value }: { value: unknown }) {
  const said = describeValue(value)
  if (typeof value === 'object' && said?.includes('\n')) return <pre className={styles.map}>{said}</pre>
  return said ?? <span className={styles.nothing}>empty</span>
}

import type { Company, Customer } from '@papercups/contract'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { Link } from 'react-router'
import { describeValue } from '../../lib/describe-value.js'
import { formatAgo, formatDate } from '../../lib/format.js'
import { isOnline, usePresence } from './presence.js'
import { useNow } from '../../lib/use-now.js'
import styles from './customer-facts.module.css'
import { Fact, Facts } from '../../ui/facts.js'
import { lazyPart } from '../../ui/lazy-part.js'
import { safeLink } from '../../ui/safe-link.js'
import { Tag } from '../../ui/tag.js'
import { OBSTACLES, suppressedQuery } from './suppressed-emails.js'

const AllowEmails = lazyPart(async () => (await import('./allow-emails.js')).AllowEmails)

/** A site may send any number of metadata keys; this many are shown. */
const MAX = 50

/** The known fields of a customer. Empty fields are not listed. */
export function CustomerFacts({ customer, company }: { customer: Customer; company: Company | null | undefined }) {
  const now = useNow()
  const online = isOnline(usePresence(), customer.id)
  const { email, phone, last_seen_at, time_zone, ip, external_id, metadata } = customer
  return (
    <Facts>
      <OptionalFact term="Email">{email && <EmailLink email={email} />}</OptionalFact>
      <OptionalFact term="Phone">{phone}</OptionalFact>
      <OptionalFact term="Company">{company && <CompanyLink company={company} />}</OptionalFact>
      <OptionalFact term="First seen">{formatDate(customer.created_at)}</OptionalFact>
      <OptionalFact term="Last seen">
        {online ? 'Online now' : last_seen_at && formatAgo(last_seen_at, now)}
      </OptionalFact>
      <OptionalFact term="Last page">
        {(customer.current_url || customer.pathname) && <LastPage {...customer} />}
      </OptionalFact>
      <OptionalFact term="Device">{[customer.browser, customer.os].filter(Boolean).join(' · ')}</OptionalFact>
      <OptionalFact term="Time zone">{time_zone?.replaceAll('_', ' ')}</OptionalFact>
      <OptionalFact term="IP address">{ip}</OptionalFact>
      <OptionalFact term="External ID">{external_id}</OptionalFact>
      {Object.entries(metadata ?? {})
        .slice(0, MAX)
        .map(([key, value]) => (
          <Fact key={key} term={key}>
            <MetadataValue value={value} />
          </Fact>
        ))}
    </Facts>
  )
}

const OptionalFact = ({ term, children }: { term: string; children: ReactNode }) =>
  children ? <Fact term={term}>{children}</Fact> : null

function EmailLink({ email }: { email: string }) {
  const [suppressed] = useQuery(suppressedQuery([email])).data ?? []
  return (
    <>
      <Anchor inherit href={`mailto:${email}`}>
        {email}
      </Anchor>{' '}
      {suppressed && <Tag look="plain">{OBSTACLES[suppressed.reason]}</Tag>}{' '}
      {suppressed && suppressed.reason !== 'unsubscribe' && (
        <Suspense>
          <AllowEmails email={email} />
        </Suspense>
      )}
    </>
  )
}

const CompanyLink = ({ company: { id, name } }: { company: Company }) => (
  <Anchor inherit component={Link} to={`/companies/${id}`}>
    {name}
  </Anchor>
)

function LastPage({ current_url, pathname }: Pick<Customer, 'current_url' | 'pathname'>) {
  const url = current_url && safeLink(current_url)
  if (!url) return pathname || current_url
  return (
    <Anchor inherit lineClamp={3} title={url} href={url} target="_blank" rel="noopener noreferrer nofollow">
      {pathname || url}
    </Anchor>
  )
}

function MetadataValue({ value }: { value: unknown }) {
  const text = describeValue(value)
  if (typeof value === 'object' && text?.includes('\n')) return <pre className={styles.map}>{text}</pre>
  return text ?? <span className={styles.nothing}>empty</span>
}

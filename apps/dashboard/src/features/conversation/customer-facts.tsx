import type { Customer } from '@papercups/contract'
import { Anchor } from '@mantine/core'
import { formatAgo, formatDate } from '../../lib/format.js'
import { customerName } from '../../lib/people.js'
import { useNow } from '../../lib/use-now.js'
import { Avatar } from '../../ui/avatar.js'
import { safeLink } from '../../ui/safe-link.js'
import { Detail } from './detail.js'
import styles from './details.module.css'

const MOST = 20

export function CustomerFacts({ customer }: { customer: Customer | null }) {
  const now = useNow()
  const name = customerName(customer)
  return (
    <section>
      <h3>Customer</h3>
      <div className={styles.person}>
        <Avatar id={`customer:${customer?.id}`} name={name} image={customer?.profile_photo_url} size={36} />
        <strong dir="auto">{name}</strong>
      </div>
      <dl>
        <Detail term="Email">
          {customer?.email && (
            <Anchor inherit href={`mailto:${customer.email}`}>
              {customer.email}
            </Anchor>
          )}
        </Detail>
        <Detail term="Phone">{customer?.phone}</Detail>
        <Detail term="First seen">{customer && formatDate(customer.created_at)}</Detail>
        <Detail term="Last seen">{customer?.last_seen_at && formatAgo(customer.last_seen_at, now)}</Detail>
        <Detail term="Last page">{(customer?.current_url || customer?.pathname) && <LastPage {...customer} />}</Detail>
        <Detail term="Browser">{[customer?.browser, customer?.os].filter(Boolean).join(' · ')}</Detail>
        <Detail term="Time zone">{customer?.time_zone?.replaceAll('_', ' ')}</Detail>
        <Detail term="External ID">{customer?.external_id}</Detail>
        {known(customer?.metadata).map(([key, value]) => (
          <Detail key={key} term={key}>
            {String(value)}
          </Detail>
        ))}
      </dl>
    </section>
  )
}

function LastPage({ current_url, pathname }: Pick<Customer, 'current_url' | 'pathname'>) {
  const address = current_url && safeLink(current_url)
  if (!address) return pathname
  return (
    <Anchor inherit href={address} target="_blank" rel="noopener noreferrer nofollow">
      {pathname || address}
    </Anchor>
  )
}

/** What the customer's site has told of them, as far as it can be read. */
const known = (metadata: Customer['metadata'] | undefined) =>
  Object.entries(metadata ?? {})
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '')
    .slice(0, MOST)

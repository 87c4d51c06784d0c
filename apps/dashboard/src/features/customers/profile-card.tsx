import type { CustomerProfile } from '@papercups/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { customerQuery } from '../../entities/customer/customers.js'
import { customerName } from '../../entities/person-name.js'
import { Avatar } from '../../ui/avatar.js'
import { CustomerFacts } from '../../entities/customer/customer-facts.js'
import { Tagger } from '../../entities/tag/tagger.js'
import styles from './customers.module.css'
import { MergeHistory } from './merge-history.js'

export function ProfileCard({ customer, children }: { customer: CustomerProfile; children: ReactNode }) {
  const cache = useQueryClient()
  const { queryKey } = customerQuery(customer.id)
  const name = customerName(customer)
  return (
    <section className={styles.card} aria-label="Profile">
      <div className={styles.person}>
        <Avatar id={`customer:${customer.id}`} name={name} image={customer.profile_photo_url} size={48} />
        <h2 dir="auto">{name}</h2>
      </div>
      <CustomerFacts customer={customer} company={customer.company} />
      {children}
      <h3>Tags</h3>
      <Tagger
        owner={{ kind: 'customers', id: customer.id }}
        tags={customer.tags ?? []}
        onSaved={(tags) => cache.setQueryData(queryKey, (known) => known && { ...known, tags })}
      />
      <MergeHistory customerId={customer.id} />
    </section>
  )
}

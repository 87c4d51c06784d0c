import type { Customer } from '@papercups/contract'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { customerQuery } from '../../../entities/customer/customers.js'
import { customerName } from '../../../entities/person-name.js'
import { Avatar } from '../../../ui/avatar.js'
import { CustomerFacts as Facts } from '../../../entities/customer/customer-facts.js'
import styles from './details.module.css'

export function CustomerFacts({ customer }: { customer: Customer }) {
  // The customer comes with the conversation; only the company is loaded.
  const { data: profile } = useQuery(customerQuery(customer.id))
  const name = customerName(customer)
  return (
    <section>
      <h3>Customer</h3>
      <div className={styles.person}>
        <Avatar id={`customer:${customer.id}`} name={name} image={customer.profile_photo_url} size={36} />
        <Anchor inherit component={Link} to={`/customers/${customer.id}`} dir="auto">
          <strong>{name}</strong>
        </Anchor>
      </div>
      <Facts customer={customer} company={profile?.company} />
    </section>
  )
}

import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { customerConversationsQuery, customerQuery } from '../entities/customer/customers.js'
import { CustomerFacts } from '../entities/customer/customer-facts.js'
import { customerName } from '../entities/person-name.js'
import { ConversationThread } from '../features/conversation/conversation-thread.js'
import { LoadFailure, SectionSkeletons } from '../ui/page.js'

/** Beside a live session: the open conversation, else the last one, or the customer if there is none. */
export function VisitorPanel({ customerId }: { customerId: string | null }) {
  return customerId ? <KnownVisitor customerId={customerId} /> : <p>This visitor has not said who they are.</p>
}

function KnownVisitor({ customerId }: { customerId: string }) {
  const { data: conversations, error, refetch } = useQuery(customerConversationsQuery(customerId))
  const { rows = [] } = conversations ?? {}
  const shown = rows.find(({ status }) => status === 'open') ?? rows[0]
  if (shown) return <ConversationThread id={shown.id} />
  if (conversations) return <CustomerDetails customerId={customerId} />
  if (error) return <LoadFailure title="Error retrieving conversations" error={error} retry={refetch} />
  return <SectionSkeletons heights={[160]} />
}

function CustomerDetails({ customerId }: { customerId: string }) {
  const { data: customer, error, refetch } = useQuery(customerQuery(customerId))
  if (error) return <LoadFailure title="Error retrieving customer" error={error} retry={refetch} />
  if (!customer) return <SectionSkeletons heights={[160]} />
  return (
    <>
      <Anchor component={Link} to={`/customers/${customer.id}`} dir="auto">
        <strong>{customerName(customer)}</strong>
      </Anchor>
      <CustomerFacts customer={customer} company={customer.company} />
    </>
  )
}

import type { ListedCustomer } from '@papercups/contract'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from 'react-router'
import { conversationPath } from '../../entities/conversation/conversations.js'
import { formatAgo } from '../../lib/format.js'
import { customerName } from '../../entities/person-name.js'
import { isOnline, usePresence } from '../../entities/customer/presence.js'
import { useNow } from '../../lib/use-now.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { CustomerMenu } from './customer-menu.js'
import styles from './customers.module.css'

interface Props {
  customers: ListedCustomer[]
  onStart: (customer: ListedCustomer) => void
}

export function CustomerTable({ customers, onStart }: Props) {
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const presence = usePresence()
  const now = useNow()
  const lastSeen = ({ id, last_seen_at }: ListedCustomer) => {
    if (isOnline(presence, id)) return <span className={styles.online}>Online</span>
    return last_seen_at ? formatAgo(last_seen_at, now) : '--'
  }
  const email: Column<ListedCustomer> = { title: 'Email', render: ({ email }) => email || '--' }
  const latest: Column<ListedCustomer> = {
    title: 'Latest conversation activity',
    look: 'quiet',
    render: ({ conversations: [conversation] }) =>
      conversation ? (
        <Link to={conversationPath(conversation)} className={styles.link}>
          {formatAgo(conversation.last_activity_at ?? conversation.created_at, now)}
        </Link>
      ) : (
        '--'
      ),
  }
  const columns: Array<Column<ListedCustomer>> = [
    ...(narrow ? [] : [email]),
    {
      title: 'Name',
      look: 'name',
      render: (customer) => (
        <>
          <Link to={`/customers/${customer.id}`} className={styles.link} dir="auto">
            {customerName(customer)}
          </Link>
          {narrow && customer.name && customer.email && <div className={styles.quiet}>{customer.email}</div>}
        </>
      ),
    },
    { title: 'Last seen', look: 'quiet', width: narrow ? '32%' : '16%', render: lastSeen },
    ...(narrow ? [] : [latest]),
    {
      title: 'Actions',
      look: 'actions',
      render: (customer) => <CustomerMenu customer={customer} onStart={() => onStart(customer)} />,
    },
  ]
  return <RowTable label="Customers" columns={columns} rows={customers} />
}

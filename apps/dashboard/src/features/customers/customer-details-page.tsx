import type { CustomerProfile } from '@papercups/contract'
import { Button, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router'
import { customerQuery } from '../../entities/customer/customers.js'
import { customerName } from '../../entities/person-name.js'
import { Page } from '../../ui/page.js'
import { Redirect } from '../../ui/redirect.js'
import { Retrieved } from '../../ui/retrieved.js'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { useLeave } from '../../ui/dialogs/use-leave.js'
import { ConversationsTab } from './conversations-tab.js'
import styles from './customers.module.css'
import { DeleteCustomer } from './delete-customer.js'
import { EditCustomerDialog } from './edit-customer-dialog.js'
import { ExportButton } from './export-button.js'
import { MergeCustomer } from './merge-customer.js'
import { ProfileCard } from './profile-card.js'
import { StartConversation } from './start-conversation.js'

const back = { to: '/customers', label: 'Back to customers' }

interface Slots {
  /** The content of tabs. The app layer passes all of these in, because features do not import each other. */
  renderNotes: (customer: CustomerProfile) => ReactNode
  renderIssues: (customer: CustomerProfile) => ReactNode
  renderTimeline: (customer: CustomerProfile) => ReactNode
  renderSessions: (customer: CustomerProfile) => ReactNode
  /** Among the actions. */
  renderLiveSession: (customer: CustomerProfile) => ReactNode
  /** Below the facts about the customer. */
  renderContacts: (customer: CustomerProfile) => ReactNode
}

export function CustomerDetailsPage(slots: Slots) {
  const { customer_id = '' } = useParams()
  const { leaving, leave } = useLeave('/customers')
  const { search } = useLocation()
  return (
    <Retrieved
      query={useQuery({ ...customerQuery(customer_id), refetchOnMount: 'always' })}
      title="Customer details"
      failure="Error retrieving customer"
      heights={[480]}
      wide
      {...{ back, leaving }}
    >
      {(customer) =>
        // The id of a merged customer redirects to the kept one.
        customer.id === customer_id.toLowerCase() ? (
          <Details customer={customer} {...slots} onDeleted={leave} />
        ) : (
          <Redirect to={`/customers/${customer.id}${search}`} />
        )
      }
    </Retrieved>
  )
}

const TABS = ['conversations', 'notes', 'issues', 'timeline', 'sessions'] as const
type Tab = (typeof TABS)[number]
const isTab = (name: string | null): name is Tab => TABS.some((tab) => tab === name)

interface DetailsProps extends Slots {
  customer: CustomerProfile
  onDeleted: () => void
}

function Details({ customer, onDeleted, ...slots }: DetailsProps) {
  const [search, setSearch] = useSearchParams()
  const editing = useDialog()
  const asked = search.get('tab')
  const tab = isTab(asked) ? asked : 'conversations'
  return (
    <Page
      title={customerName(customer)}
      wide
      back={back}
      actions={
        <>
          {slots.renderLiveSession(customer)}
          <StartConversation customer={customer} />
          <MergeCustomer customer={customer} />
          <ExportButton customer={customer} />
          <DeleteCustomer customer={customer} onDeleted={onDeleted} />
          <Button onClick={editing.open}>Edit</Button>
        </>
      }
    >
      <div className={styles.details}>
        <ProfileCard customer={customer}>{slots.renderContacts(customer)}</ProfileCard>
        <Tabs
          className={styles.tabs ?? ''}
          value={tab}
          keepMounted={false}
          onChange={(name) => setSearch(name ? { tab: name } : {}, { replace: true })}
        >
          <Tabs.List>
            <Tabs.Tab value="conversations">Conversations</Tabs.Tab>
            <Tabs.Tab value="notes">Notes</Tabs.Tab>
            <Tabs.Tab value="issues">Issues</Tabs.Tab>
            <Tabs.Tab value="timeline">Timeline</Tabs.Tab>
            <Tabs.Tab value="sessions">Sessions</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="conversations">
            <ConversationsTab customer={customer} />
          </Tabs.Panel>
          <Tabs.Panel value="notes">{slots.renderNotes(customer)}</Tabs.Panel>
          <Tabs.Panel value="issues">{slots.renderIssues(customer)}</Tabs.Panel>
          <Tabs.Panel value="timeline">{slots.renderTimeline(customer)}</Tabs.Panel>
          <Tabs.Panel value="sessions">{slots.renderSessions(customer)}</Tabs.Panel>
        </Tabs>
      </div>
      {editing.mounted && <EditCustomerDialog customer={customer} opened={editing.opened} onClose={editing.close} />}
    </Page>
  )
}

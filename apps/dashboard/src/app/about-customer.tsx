import type { Customer } from '@papercups/contract'
import { Suspense } from 'react'
import { StartConversation } from '../features/customers/start-conversation.js'
import { ContactButtons } from '../features/integrations/contacts/contact-buttons.js'
import { CustomerIssues } from '../features/issues/customer-issues.js'
import { CustomerNotes } from '../features/notes/customer-notes.js'
import { LiveSessionLink } from '../features/sessions/live-session-link.js'
import { lazyPart } from '../ui/lazy-part.js'

const RecordedSessions = lazyPart(
  async () => (await import('../features/sessions/customer-sessions.js')).RecordedSessions,
)

/** Beside a conversation: notes, issues and sessions of its customer, and their pages in other services. */
export function AboutCustomer({ customer }: { customer: Customer }) {
  return (
    <>
      <section aria-label="Notes">
        <h3>Notes</h3>
        <CustomerNotes customer={customer} compact />
      </section>
      <section aria-label="Issues">
        <h3>Issues</h3>
        <CustomerIssues customer={customer} />
      </section>
      <Suspense fallback={null}>
        <RecordedSessions customerId={customer.id} />
      </Suspense>
      <section>
        <LiveSessionLink customerId={customer.id} limit={5} size="compact-sm" />
        <StartConversation customer={customer} size="compact-sm" />
        <ContactButtons customer={customer} size="compact-sm" />
      </section>
    </>
  )
}

import { Suspense } from 'react'
import { CustomerDetailsPage } from '../features/customers/customer-details-page.js'
import { ContactButtons } from '../features/integrations/contacts/contact-buttons.js'
import { CustomerIssues } from '../features/issues/customer-issues.js'
import { CustomerNotes } from '../features/notes/customer-notes.js'
import { LiveSessionLink } from '../features/sessions/live-session-link.js'
import { lazyPart } from '../ui/lazy-part.js'
import { SectionSkeletons } from '../ui/page.js'

const CustomerTimeline = lazyPart(
  async () => (await import('../features/customer-timeline/customer-timeline.js')).CustomerTimeline,
)

const CustomerSessions = lazyPart(
  async () => (await import('../features/sessions/customer-sessions.js')).CustomerSessions,
)

export function CustomerPage() {
  return (
    <CustomerDetailsPage
      renderNotes={(customer) => <CustomerNotes customer={customer} />}
      renderIssues={(customer) => <CustomerIssues customer={customer} />}
      renderContacts={(customer) => <ContactButtons customer={customer} />}
      renderLiveSession={(customer) => <LiveSessionLink customerId={customer.id} limit={1} />}
      renderSessions={(customer) => (
        <Suspense fallback={<SectionSkeletons heights={[160]} />}>
          <CustomerSessions customerId={customer.id} />
        </Suspense>
      )}
      renderTimeline={(customer) => (
        <Suspense fallback={<SectionSkeletons heights={[240]} />}>
          <CustomerTimeline customer={customer} />
        </Suspense>
      )}
    />
  )
}

import { CustomerDetailsPage } from '../features/customers/customer-details-page.js'
import { CustomerIssues } from '../features/issues/customer-issues.js'
import { CustomerNotes } from '../features/notes/customer-notes.js'

export function CustomerPage() {
  return (
    <CustomerDetailsPage
      renderNotes={(customer) => <CustomerNotes customer={customer} />}
      renderIssues={(customer) => <CustomerIssues customer={customer} />}
    />
  )
}

import type { SheetRecord } from '@papercups/contract'

/** The columns that an admin can choose, with their names in the sheet. */
export const COLUMNS: Record<SheetRecord, Record<string, string>> = {
  customers: {
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    company: 'Company',
    created_at: 'Created',
    external_id: 'External ID',
    tags: 'Tags',
    first_seen: 'First seen',
    last_seen_at: 'Last seen',
    time_zone: 'Time zone',
    current_url: 'Page',
    metadata: 'Metadata',
    url: 'Link',
  },
  conversations: {
    customer_name: 'Customer',
    customer_email: 'Email',
    subject: 'Subject',
    first_message: 'First message',
    source: 'Source',
    created_at: 'Created',
    inbox: 'Inbox',
    assignee: 'Assignee',
    status: 'Status',
    priority: 'Priority',
    customer_id: 'Customer ID',
    url: 'Link',
  },
}

export const DEFAULT_COLUMNS: Record<SheetRecord, string[]> = {
  customers: ['name', 'email', 'phone', 'company', 'created_at', 'url'],
  conversations: ['customer_name', 'customer_email', 'subject', 'first_message', 'source', 'created_at', 'url'],
}

/** The first column has the ids, which prevent a second row after a crash. */
export const headerOf = (record: SheetRecord, columns: string[]) => [
  'ID',
  ...columns.map((column) => COLUMNS[record][column] ?? column),
]

export const TAB_TITLES: Record<SheetRecord, string> = { customers: 'Customers', conversations: 'Conversations' }

import { ExportCustomers } from '../features/customer-import/export-customers.js'
import { ImportCustomers } from '../features/customer-import/import-customers.js'
import { CustomersPage } from '../features/customers/customers-page.js'
import { SegmentBar } from '../features/segments/segment-bar.js'
import type { CustomerListFilters } from '../entities/customer/customers.js'
import { useMe } from '../entities/user/me.js'

export function CustomerListPage() {
  return (
    <CustomersPage
      renderActions={(filters) => <AdminActions filters={filters} />}
      renderSegments={(filters, onChange) => <SegmentBar filters={filters} onChange={onChange} />}
    />
  )
}

function AdminActions({ filters }: { filters: CustomerListFilters }) {
  if (useMe().role !== 'admin') return null
  return (
    <>
      <ImportCustomers />
      <ExportCustomers filters={filters} />
    </>
  )
}

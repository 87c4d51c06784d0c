import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { describeError } from '../../lib/api-error.js'
import { toListQuery, type CustomerListFilters } from '../../entities/customer/customers.js'
import { download } from '../../lib/download.js'
import { saveFile } from '../../lib/save-file.js'

/** Exports all pages of the current list. */
export function ExportCustomers({ filters }: { filters: CustomerListFilters }) {
  const exporting = useMutation({
    mutationFn: () => download('/customers/export', toListQuery(filters)),
    onSuccess: (file) => saveFile('customers.csv', file, 'text/csv'),
    onError: (error) =>
      void notifications.show({ color: 'red', title: 'Nothing was exported', message: describeError(error) }),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      Export
    </Button>
  )
}

import type { Customer } from '@papercups/contract'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { saveFile } from '../../lib/save-file.js'

export function ExportButton({ customer }: { customer: Customer }) {
  const exporting = useMutation({
    mutationFn: () => api.getPage('/customers/:id/export', { params: { id: customer.id } }),
    onSuccess: (everything) => saveFile(`customer-${customer.id}.json`, JSON.stringify(everything, null, 2)),
    onError: (error) =>
      void notifications.show({ color: 'red', title: 'The data was not exported', message: describeError(error) }),
  })
  return (
    <Button variant="default" loading={exporting.isPending} onClick={() => exporting.mutate()}>
      Export
    </Button>
  )
}

import type { Customer } from '@papercups/contract'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { Confirm } from '../../ui/dialogs/confirm.js'
import { describeOr } from './describe-or.js'

const SHOWN = 10_000

/** The page must leave in `onDeleted`. */
export function DeleteCustomer({ customer, onDeleted }: { customer: Customer; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.delete('/customers/:id', { params: { id: customer.id } }),
    onSuccess() {
      notifications.show({ message: `${customer.title} successfully deleted.`, color: 'green', autoClose: SHOWN })
      onDeleted()
    },
    onError(error) {
      const message = describeOr(error, 'Failed to delete customer. Please try again later.')
      notifications.show({ color: 'red', title: 'The customer was not deleted', message, autoClose: SHOWN })
    },
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button variant="default" disabled={remove.isSuccess} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Confirm
        opened={asking}
        title="Are you sure you want to delete this customer and all of their data?"
        confirm="Yes"
        cancel="No"
        danger
        pending={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>
          Conversations with <bdi>{customer.title}</bdi>, notes about them and all files that were exchanged are erased.
          This cannot be undone.
        </p>
      </Confirm>
    </>
  )
}

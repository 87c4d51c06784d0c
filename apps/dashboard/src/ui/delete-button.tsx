import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { describeError } from '../lib/api-error.js'
import { Confirm } from './dialogs/confirm.js'

interface Props {
  /** The name for texts, such as `company`. */
  thing: string
  onDelete: () => Promise<void>
  label?: string
  /** Explains what is lost. */
  children: ReactNode
  onDeleted: () => void
}

/** Asks for confirmation and deletes the page's record. */
export function DeleteButton({ thing, onDelete, label = 'Delete', children, onDeleted }: Props) {
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: onDelete,
    onSuccess() {
      notifications.show({ message: `The ${thing} was deleted.` })
      onDeleted()
    },
    onError: (error) =>
      void notifications.show({ color: 'red', title: `The ${thing} was not deleted`, message: describeError(error) }),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button variant="default" disabled={remove.isSuccess} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Confirm
        opened={asking}
        title={`Are you sure you want to delete this ${thing}?`}
        confirm="Yes"
        cancel="No"
        danger
        pending={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        {children}
      </Confirm>
    </>
  )
}

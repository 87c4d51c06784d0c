import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describeError } from '../../lib/api-error.js'
import { logError } from '../../lib/log-error.js'
import { Confirm } from './confirm.js'

interface Props {
  /** The name for texts, such as `company`. */
  thing: string
  title?: string
  opened: boolean
  /** Explains what is lost. */
  children: ReactNode
  onDelete: () => Promise<unknown>
  onDeleted?: () => void
  onClose: () => void
}

/** Asks before deleting a record, deletes it and reports an error. */
export function ConfirmDelete({ thing, title, opened, children, onDelete, onDeleted, onClose }: Props) {
  const remove = useMutation({
    mutationFn: onDelete,
    onSuccess: () => onDeleted?.(),
    onError(error) {
      const failed = `The ${thing} was not deleted`
      logError(failed, error)
      notifications.show({ color: 'red', title: failed, message: describeError(error) })
    },
    onSettled: onClose,
  })
  return (
    <Confirm
      opened={opened}
      title={title ?? `Are you sure you want to delete this ${thing}?`}
      confirm="Yes"
      cancel="No"
      danger
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      {children}
    </Confirm>
  )
}

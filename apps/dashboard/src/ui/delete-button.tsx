import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, type ReactNode } from 'react'
import { ConfirmDelete } from './dialogs/confirm-delete.js'

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
  const [deleted, setDeleted] = useState(false)
  return (
    <>
      <Button variant="default" disabled={deleted} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDelete
        thing={thing}
        opened={asking}
        onDelete={onDelete}
        onDeleted={() => {
          setDeleted(true)
          notifications.show({ message: `The ${thing} was deleted.` })
          onDeleted()
        }}
        onClose={() => setAsking(false)}
      >
        {children}
      </ConfirmDelete>
    </>
  )
}

import { Button, Group, Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import styles from './confirm.module.css'

interface Props {
  opened: boolean
  title: string
  /** Explains what happens and what is lost. */
  children: ReactNode
  confirm: string
  cancel?: string
  danger?: boolean
  pending?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an action that is hard to undo. */
export function Confirm({ opened, title, children, confirm, cancel, danger, pending, onConfirm, onClose }: Props) {
  function submit(event: FormEvent) {
    event.preventDefault()
    onConfirm()
  }
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} noValidate className={styles.form}>
        {children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {cancel ?? 'Cancel'}
          </Button>
          <Button type="submit" loading={pending ?? false} {...(danger && { color: 'red.9' })}>
            {confirm}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

import { Button, Group, Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { describeError, isShownAtFields } from '../../lib/api-error.js'
import styles from './form-dialog.module.css'

interface Props {
  title: string
  /** The label of the submit button. */
  submit: string
  pending: boolean
  /** Disables the submit button until a required choice is made. */
  incomplete?: boolean
  /** The error of the last submit. */
  error: unknown
  /** The fields that show their own errors: see `errorAt`. */
  fields?: readonly string[]
  size?: 'md' | 'lg' | number
  /** False while the dialog closes. */
  opened?: boolean
  children: ReactNode
  onSubmit: () => void
  onClose: () => void
}

/** A dialog with a few fields. It stays open with its input until the server has accepted it. */
export function FormDialog(props: Props) {
  const { title, submit, pending, incomplete = false, error, size = 'md', opened = true, fields = [], children } = props
  const { onSubmit, onClose } = props
  function send(event: FormEvent) {
    event.preventDefault()
    if (!pending) onSubmit()
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      size={size}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={send} noValidate className={styles.form}>
        {children}
        {error != null && !isShownAtFields(error, fields) && (
          <p role="alert" className={styles.refusal}>
            {describeError(error)}
          </p>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={pending} disabled={incomplete}>
            {submit}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

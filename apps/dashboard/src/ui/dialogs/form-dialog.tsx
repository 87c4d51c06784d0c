import { Button, Group, Modal } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { ServerForm } from '../forms/use-server-form.js'
import styles from './form-dialog.module.css'

interface Props extends ServerForm {
  title: string
  /** The label of the submit button. */
  submit: string
  danger?: boolean
  /** Disables the submit button until a required choice is made. */
  incomplete?: boolean
  size?: 'md' | 'lg' | number
  /** False while the dialog closes. */
  opened?: boolean
  children: ReactNode
  onClose: () => void
}

/** A dialog with a few fields (see `useServerForm`). It stays open with its input until the server has accepted it. */
export function FormDialog(props: Props) {
  const { title, submit, danger = false, incomplete = false, size = 'md', opened = true, children, onClose } = props
  const { formProps, pending, failure } = props
  // A click outside and Escape happen by mistake. After the first input only the buttons close the dialog.
  const [touched, setTouched] = useState(false)
  if (touched && !opened) setTouched(false)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      size={size}
      closeOnClickOutside={!touched}
      closeOnEscape={!touched}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form {...formProps} className={styles.form} onChange={() => setTouched(true)}>
        {children}
        {failure && (
          <p role="alert" className={styles.refusal}>
            {failure}
          </p>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={pending} disabled={incomplete} {...(danger && { color: 'red.9' })}>
            {submit}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

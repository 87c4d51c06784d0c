import { PasswordInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'

interface Props {
  opened: boolean
  title: string
  submit: string
  danger?: boolean
  children: ReactNode
  send: (password: string) => Promise<void>
  onClose: () => void
}

/** Asks for the password, because somebody else may be using an unlocked computer. */
export function PasswordConfirm({ children, send, onClose, ...dialog }: Props) {
  const { form, reset, ...state } = useServerForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password ? null : 'Password is required') },
    onlyField: 'password',
    async save({ password }) {
      await send(password)
      close()
    },
  })
  function close() {
    reset()
    onClose()
  }
  return (
    <FormDialog {...dialog} {...state} onClose={close}>
      <p>{children}</p>
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}

import { PasswordInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { describeError } from '../../lib/api-error.js'
import { Confirm } from '../../ui/dialogs/confirm.js'

interface Props {
  opened: boolean
  title: string
  confirm: string
  danger?: boolean
  children: ReactNode
  send: (password: string) => Promise<void>
  onClose: () => void
}

/** Asks for the password, because somebody else may be using an unlocked computer. */
export function PasswordConfirm({ children, send, onClose, ...confirm }: Props) {
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState(false)

  function close() {
    setPassword('')
    setFailure(null)
    onClose()
  }
  async function submit() {
    if (!password) return setFailure('Password is required')
    setSending(true)
    setFailure(null)
    try {
      await send(password)
      close()
    } catch (error) {
      setFailure(describeError(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <Confirm {...confirm} pending={sending} onConfirm={() => void submit()} onClose={close}>
      <p>{children}</p>
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        data-autofocus
        value={password}
        error={failure}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
    </Confirm>
  )
}

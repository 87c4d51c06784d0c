import type { TwoFactorSecret } from '@papercups/contract'
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { GENERIC_FAILURE } from '../../lib/api-error.js'
import { CopyButton } from '../../ui/copy-button.js'
import styles from './profile.module.css'
import { QrCode } from './qr-code.js'
import { confirmTwoFactor } from './two-factor.js'

interface Props {
  start: TwoFactorSecret
  onConfirmed: (recoveryCodes: string[]) => void
  onCancel: () => void
}

export function SetUpTwoFactor({ start, onConfirmed, onCancel }: Props) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const confirm = useMutation({ mutationFn: confirmTwoFactor, onSuccess: onConfirmed })

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(!code.trim())
    if (code.trim() && !confirm.isPending) confirm.mutate(code)
  }

  return (
    <form className={styles.setUp} onSubmit={submit} noValidate>
      <QrCode text={start.otpauth_url} label="QR code for your authenticator app" />
      <div className={styles.steps}>
        <p>
          Scan the code with an authenticator app, or type this key into it, and enter the six digits that it shows.
        </p>
        <div className={styles.secret}>
          <code>{inFours(start.secret)}</code>
          <CopyButton text={start.secret} label="Copy key" />
        </div>
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={16}
          value={code}
          error={missing ? 'Code is required' : confirm.error && (confirm.error.message || GENERIC_FAILURE)}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <div className={styles.buttons}>
          <Button type="submit" size="xs" loading={confirm.isPending}>
            Turn on
          </Button>
          <Button variant="default" size="xs" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  )
}

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

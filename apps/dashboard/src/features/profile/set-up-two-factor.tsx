import type { TwoFactorSecret } from '@papercups/contract'
import { Button, TextInput } from '@mantine/core'
import { GENERIC_FAILURE } from '../../lib/api-error.js'
import { CopyButton } from '../../ui/copy-button.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'
import styles from './profile.module.css'
import { QrCode } from './qr-code.js'
import { confirmTwoFactor } from './two-factor.js'

interface Props {
  start: TwoFactorSecret
  onConfirmed: (recoveryCodes: string[]) => void
  onCancel: () => void
}

export function SetUpTwoFactor({ start, onConfirmed, onCancel }: Props) {
  const { form, formProps, pending } = useServerForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() ? null : 'Code is required') },
    onlyField: 'code',
    describe: (error) => (error instanceof Error && error.message) || GENERIC_FAILURE,
    save: async ({ code }) => onConfirmed(await confirmTwoFactor(code)),
  })

  return (
    <form className={styles.setUp} {...formProps}>
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
          {...form.getInputProps('code')}
        />
        <div className={styles.buttons}>
          <Button type="submit" size="xs" loading={pending}>
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

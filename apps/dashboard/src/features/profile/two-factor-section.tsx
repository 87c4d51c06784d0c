import type { TwoFactorStatus } from '@papercups/contract'
import { Button, Skeleton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../../lib/api-error.js'
import { LoadFailure } from '../../ui/page.js'
import { Section } from '../../ui/section.js'
import { PasswordConfirm } from './password-confirm.js'
import styles from './profile.module.css'
import { RecoveryCodes } from './recovery-codes.js'
import { SetUpTwoFactor } from './set-up-two-factor.js'
import { disableTwoFactor, renewRecoveryCodes, startTwoFactor, twoFactorQuery } from './two-factor.js'

const LEAD = 'Asks for a code from an authenticator app after your password, so that the password alone opens nothing.'

export function TwoFactorSection() {
  const { data: twoFactor, error, refetch } = useQuery(twoFactorQuery)
  const cache = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)
  const start = useMutation({
    mutationFn: startTwoFactor,
    onError: (error) =>
      notifications.show({ color: 'red', title: 'Two-factor sign-in was not started', message: describeError(error) }),
  })

  function done(recoveryCodes: string[] | null) {
    setCodes(recoveryCodes)
    start.reset()
    void cache.invalidateQueries(twoFactorQuery)
  }

  const off = twoFactor && !twoFactor.enabled && !start.data && !codes
  const setUp = (
    <Button variant="default" size="xs" loading={start.isPending} onClick={() => start.mutate()}>
      Set up
    </Button>
  )
  return (
    <Section title="Two-factor sign-in" lead={LEAD} actions={off && setUp}>
      {error && !twoFactor && <LoadFailure title="Error retrieving two-factor" error={error} retry={refetch} />}
      {!error && !twoFactor && <Skeleton height={20} width={160} />}
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      ) : start.data ? (
        <SetUpTwoFactor start={start.data} onConfirmed={done} onCancel={start.reset} />
      ) : (
        twoFactor && <State twoFactor={twoFactor} onCodes={done} />
      )}
    </Section>
  )
}

interface StateProps {
  twoFactor: TwoFactorStatus
  /** New recovery codes, or none because it is off now. */
  onCodes: (codes: string[] | null) => void
}

function State({ twoFactor: { enabled, recovery_codes_left }, onCodes }: StateProps) {
  const [asking, setAsking] = useState<'codes' | 'off' | null>(null)
  if (!enabled) return <p className={styles.state}>Off</p>
  return (
    <>
      <p className={styles.state}>
        <strong>On</strong> · {recovery_codes_left} recovery {recovery_codes_left === 1 ? 'code' : 'codes'} left
      </p>
      <div className={styles.buttons}>
        <Button variant="default" size="xs" onClick={() => setAsking('codes')}>
          New recovery codes
        </Button>
        <Button variant="default" size="xs" onClick={() => setAsking('off')}>
          Turn off
        </Button>
      </div>
      <PasswordConfirm
        opened={asking === 'codes'}
        title="New recovery codes?"
        confirm="Make new codes"
        send={async (password) => onCodes(await renewRecoveryCodes(password))}
        onClose={() => setAsking(null)}
      >
        The codes that you have now stop working.
      </PasswordConfirm>
      <PasswordConfirm
        opened={asking === 'off'}
        title="Turn off two-factor sign-in?"
        confirm="Turn off"
        danger
        send={async (password) => {
          await disableTwoFactor(password)
          onCodes(null)
        }}
        onClose={() => setAsking(null)}
      >
        From then on your password alone opens your account, and your recovery codes stop working.
      </PasswordConfirm>
    </>
  )
}

import type { TwoFactorStatus } from '@papercups/contract'
import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../ui/page.js'
import { Section } from '../../ui/section.js'
import { PasswordConfirm } from './password-confirm.js'
import styles from './profile.module.css'
import { RecoveryCodes } from './recovery-codes.js'
import { SetUpTwoFactor } from './set-up-two-factor.js'
import { disableTwoFactor, renewRecoveryCodes, startTwoFactor, twoFactorQuery } from './two-factor.js'

const LEAD = 'Asks for a code from an authenticator app after your password. The password alone is not enough then.'

export function TwoFactorSection() {
  const { data: twoFactor, error, refetch } = useQuery(twoFactorQuery)
  const cache = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)
  const [asking, setAsking] = useState(false)
  const start = useMutation({ mutationFn: startTwoFactor })

  function done(recoveryCodes: string[] | null) {
    setCodes(recoveryCodes)
    start.reset()
    void cache.invalidateQueries(twoFactorQuery)
  }

  const off = twoFactor && !twoFactor.enabled && !start.data && !codes
  const setUp = (
    <Button variant="default" size="xs" onClick={() => setAsking(true)}>
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
      <PasswordConfirm
        opened={asking}
        title="Set up two-factor sign-in"
        submit="Continue"
        send={async (password) => void (await start.mutateAsync(password))}
        onClose={() => setAsking(false)}
      >
        Enter your password to confirm that it is you.
      </PasswordConfirm>
    </Section>
  )
}

interface StateProps {
  twoFactor: TwoFactorStatus
  /** New recovery codes, or null when two-factor sign-in was turned off. */
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
        submit="Create new codes"
        send={async (password) => onCodes(await renewRecoveryCodes(password))}
        onClose={() => setAsking(null)}
      >
        Your current codes will stop working.
      </PasswordConfirm>
      <PasswordConfirm
        opened={asking === 'off'}
        title="Turn off two-factor sign-in?"
        submit="Turn off"
        danger
        send={async (password) => {
          await disableTwoFactor(password)
          onCodes(null)
        }}
        onClose={() => setAsking(null)}
      >
        You will sign in with your password only, and your recovery codes will stop working.
      </PasswordConfirm>
    </>
  )
}

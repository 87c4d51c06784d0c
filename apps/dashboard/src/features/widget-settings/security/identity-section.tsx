import type { IdentityVerification } from '@papercups/contract'
import { Alert, Button, Checkbox, PasswordInput, Skeleton, Tabs } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../../../lib/api-error.js'
import { formatMoment } from '../../../lib/format.js'
import { Confirm } from '../../../ui/dialogs/confirm.js'
import { CopyButton } from '../../../ui/copy-button.js'
import { LoadFailure } from '../../../ui/page.js'
import { useChoice } from '../../../ui/forms/use-choice.js'
import { Section } from '../../../ui/section.js'
import { Snippet } from '../../../ui/snippet.js'
import { endPreviousKey, identityQuery, requireIdentity, rotateKey } from './security-queries.js'
import styles from './security.module.css'
import { SERVER_SNIPPETS } from './server-snippets.js'

const LEAD = 'Your server signs the ids of your customers, so that nobody can impersonate them.'

/** Applies to the whole account, not only to this inbox. */
export function IdentitySection() {
  const { data: identity, error, refetch } = useQuery(identityQuery)
  return (
    <Section title="Identity verification" lead={LEAD}>
      {identity ? (
        <Settings identity={identity} />
      ) : error ? (
        <LoadFailure title="Error retrieving identity verification" error={error} retry={refetch} />
      ) : (
        <Skeleton height={120} />
      )}
    </Section>
  )
}

/** Sends a change, refetches the settings, and shows a notice on an error. */
function useChange<T>(send: (wanted: T) => Promise<unknown>, failed: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: send,
    onError: (error) => notifications.show({ color: 'red', title: failed, message: describeError(error) }),
    onSettled: () => cache.invalidateQueries(identityQuery),
  })
}

function Settings({ identity }: { identity: IdentityVerification }) {
  const { required, key, token_key, previous_key_expires_at } = identity
  const [rotating, setRotating] = useState(false)
  const setRequired = useChange(requireIdentity, 'Identity verification was not changed')
  const rotate = useChange(rotateKey, 'The keys were not changed')
  const end = useChange(endPreviousKey, 'The old keys still work')
  const { shown, show, end: endChoice } = useChoice(required)

  return (
    <>
      <Checkbox
        label="Require verified identities"
        description="External ids without proof are ignored, and the chat of a known customer opens only with proof. Anonymous visitors are not affected."
        checked={shown}
        disabled={setRequired.isPending}
        onChange={({ currentTarget: { checked } }) => {
          show(checked)
          setRequired.mutate(checked, { onSettled: endChoice })
        }}
      />
      {key === null || token_key === null ? (
        <Alert color="red" title="The keys cannot be read">
          The secret key of this server has changed. Nobody can be verified until you create new keys and copy them to
          your servers. Visitors can still chat anonymously.
        </Alert>
      ) : (
        <>
          <KeyField label="Key for userHash" value={key} copy="Copy the userHash key" />
          <KeyField label="Key for identityToken" value={token_key} copy="Copy the identityToken key" />
        </>
      )}
      <div className={styles.buttons}>
        <Button variant="default" size="xs" onClick={() => setRotating(true)}>
          New keys
        </Button>
        {previous_key_expires_at && (
          <>
            <span className={styles.hint}>The old keys work until {formatMoment(previous_key_expires_at)}.</span>
            <Button variant="default" size="xs" loading={end.isPending} onClick={() => end.mutate(undefined)}>
              End the old keys now
            </Button>
          </>
        )}
      </div>
      <Snippets />
      <Confirm
        opened={rotating}
        title="Create new keys?"
        confirm="Create new keys"
        pending={rotate.isPending}
        onConfirm={() => rotate.mutate(true, { onSettled: () => setRotating(false) })}
        onClose={() => setRotating(false)}
      >
        <p>
          The current keys work for another 24 hours, so that you can copy the new ones to your servers. If a key has
          leaked, end the old keys right afterwards.
        </p>
      </Confirm>
    </>
  )
}

function KeyField({ label, value, copy }: { label: string; value: string; copy: string }) {
  return (
    <div className={styles.key}>
      <PasswordInput
        label={label}
        description="Keep it secret, on your server. Anyone who has it can impersonate your customers."
        value={value}
        readOnly
        visibilityToggleButtonProps={{ 'aria-label': `Show or hide the ${label.replace('Key', 'key')}` }}
      />
      <CopyButton text={value} label={copy} />
    </div>
  )
}

function Snippets() {
  return (
    <div>
      <p className={styles.hint}>
        Hash the external id on your server, and pass it to the widget as <code>userHash</code> next to{' '}
        <code>customer</code>. A signed token that expires works as well, as <code>identityToken</code>. It has its own
        key.
      </p>
      <Tabs defaultValue="Node.js" keepMounted={false}>
        <Tabs.List aria-label="Your server's language">
          {SERVER_SNIPPETS.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SERVER_SNIPPETS.map(({ name, code }) => (
          <Tabs.Panel key={name} value={name} pt="xs">
            <Snippet name={name} code={code} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  )
}

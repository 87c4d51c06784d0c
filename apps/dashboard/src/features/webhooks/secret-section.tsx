import { Button, PasswordInput, Skeleton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { formatMoment } from '../../lib/format.js'
import { CopyButton } from '../../ui/copy-button.js'
import { Confirm } from '../../ui/dialogs/confirm.js'
import { LoadFailure } from '../../ui/page.js'
import { Section } from '../../ui/section.js'
import { secretQuery } from './webhook-queries.js'
import styles from './webhooks.module.css'

/** The key of the signatures. */
export function SecretSection({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(secretQuery(id))
  const [rotating, setRotating] = useState(false)
  const cache = useQueryClient()
  const rotate = useMutation({
    mutationFn: () => api.post('/event_subscriptions/:id/rotate_secret', { params: { id }, body: {} }),
    onSuccess: (secret) => cache.setQueryData(secretQuery(id).queryKey, secret),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The secret was not changed', message: describeError(error) }),
    onSettled: () => setRotating(false),
  })
  if (error) return <LoadFailure title="Error retrieving the secret" error={error} retry={refetch} />
  return (
    <Section
      title="Signing secret"
      lead="Each call has the header X-Papercups-Signature. Check it on your server, so that nobody else can send you events."
      actions={
        <Button variant="default" size="xs" onClick={() => setRotating(true)}>
          New secret
        </Button>
      }
    >
      {!data ? (
        <Skeleton height={36} />
      ) : data.secret === null ? (
        <p>The secret key of this server has changed. Create a new secret and copy it to your server.</p>
      ) : (
        <div className={styles.secret}>
          <PasswordInput
            aria-label="Signing secret"
            value={data.secret}
            readOnly
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the signing secret' }}
          />
          <CopyButton text={data.secret} label="Copy the signing secret" />
        </div>
      )}
      {data?.previous_expires_at && (
        <p className={styles.hint}>
          Calls are also signed with the previous secret until {formatMoment(data.previous_expires_at)}.
        </p>
      )}
      <Confirm
        opened={rotating}
        title="Create a new secret?"
        confirm="Create a new secret"
        pending={rotate.isPending}
        onConfirm={() => rotate.mutate()}
        onClose={() => setRotating(false)}
      >
        <p>For 24 hours each call is signed with both secrets, so that you can copy the new one to your server.</p>
      </Confirm>
    </Section>
  )
}

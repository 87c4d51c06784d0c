import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { Confirm } from '../../ui/dialogs/confirm.js'
import { LoadFailure } from '../../ui/page.js'
import { Section } from '../../ui/section.js'

const personalMailboxQuery = queryOptions({
  queryKey: ['google', 'personal'],
  queryFn: ({ signal }) => api.get('/google/authorization', { query: { client: 'gmail', type: 'personal' }, signal }),
})

const setupQuery = queryOptions({
  queryKey: ['google', 'setup'],
  queryFn: ({ signal }) => api.get('/google/setup', { signal }),
})

/** The user's own Gmail mailbox. Only a connected one is shown where no operator has set up Google. */
export function GmailSection() {
  const cache = useQueryClient()
  const { data: setup } = useQuery(setupQuery)
  const { data: mailbox, error, refetch } = useQuery(personalMailboxQuery)
  const [asking, setAsking] = useState(false)
  const showError = (title: string) => (error: unknown) =>
    notifications.show({ color: 'red', title, message: describeError(error), autoClose: false })
  const connect = useMutation({
    mutationFn: () => api.get('/google/auth', { query: { client: 'gmail', type: 'personal' } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: showError('Failed to authorize Gmail'),
  })
  const disconnect = useMutation({
    mutationFn: (id: string) => api.delete('/google/authorizations/:id', { params: { id } }),
    async onSuccess() {
      setAsking(false)
      await cache.invalidateQueries({ queryKey: personalMailboxQuery.queryKey })
    },
    onError: showError('Gmail was not disconnected'),
  })
  const isSetUp = setup?.missing.length === 0
  const hasFailed = mailbox === undefined && error !== null
  if (!mailbox && !(isSetUp && (mailbox === null || hasFailed))) return null
  return (
    <Section
      title="Your Gmail"
      lead="Programs that call POST /api/gmail/send for you send from it. Your team does not see its mail."
      actions={
        <>
          {mailbox && (
            <Button variant="default" size="xs" onClick={() => setAsking(true)}>
              Disconnect
            </Button>
          )}
          {isSetUp && !hasFailed && (
            <Button variant="default" size="xs" loading={connect.isPending} onClick={() => connect.mutate()}>
              {mailbox ? 'Reconnect' : 'Connect'}
            </Button>
          )}
        </>
      }
    >
      {hasFailed && <LoadFailure title="Error retrieving your Gmail" error={error} retry={refetch} />}
      {mailbox && (
        <p>
          {mailbox.is_revoked
            ? `Google no longer accepts our access to ${mailbox.email}. Connect again.`
            : `Connected with ${mailbox.email}.`}
        </p>
      )}
      {mailbox === null && <p>Not connected.</p>}
      {mailbox && asking && (
        <Confirm
          opened
          title="Are you sure you want to disconnect from Gmail?"
          confirm="Yes"
          cancel="No"
          danger
          pending={disconnect.isPending}
          onConfirm={() => disconnect.mutate(mailbox.id)}
          onClose={() => setAsking(false)}
        >
          <p>The stored token is deleted. Your mail stays in Gmail.</p>
        </Confirm>
      )}
    </Section>
  )
}

import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { Section } from '../../ui/section.js'

const personalMailboxQuery = queryOptions({
  queryKey: ['google', 'personal'],
  queryFn: ({ signal }) => api.get('/google/authorization', { query: { client: 'gmail', type: 'personal' }, signal }),
})

const setupQuery = queryOptions({
  queryKey: ['google', 'setup'],
  queryFn: ({ signal }) => api.get('/google/setup', { signal }),
})

/** The user's own Gmail mailbox. Shown where an operator has set up Google. */
export function GmailSection() {
  const cache = useQueryClient()
  const { data: setup } = useQuery(setupQuery)
  const { data: mailbox } = useQuery(personalMailboxQuery)
  const onError = (error: unknown) =>
    notifications.show({
      color: 'red',
      title: 'Failed to authorize Gmail',
      message: describeError(error),
      autoClose: false,
    })
  const connect = useMutation({
    mutationFn: () => api.get('/google/auth', { query: { client: 'gmail', type: 'personal' } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError,
  })
  const disconnect = useMutation({
    mutationFn: (id: string) => api.delete('/google/authorizations/:id', { params: { id } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: personalMailboxQuery.queryKey }),
    onError,
  })
  if (setup?.missing.length !== 0 || mailbox === undefined) return null
  return (
    <Section
      title="Your Gmail"
      lead="Programs that call POST /api/gmail/send for you send from it. Your team does not see its mail."
      actions={
        <>
          {mailbox && (
            <Button
              variant="default"
              size="xs"
              loading={disconnect.isPending}
              onClick={() => disconnect.mutate(mailbox.id)}
            >
              Disconnect
            </Button>
          )}
          <Button variant="default" size="xs" loading={connect.isPending} onClick={() => connect.mutate()}>
            {mailbox ? 'Reconnect' : 'Connect'}
          </Button>
        </>
      }
    >
      {mailbox ? (
        <p>
          {mailbox.is_revoked ? 'Google no longer accepts our access to' : 'Connected with'} {mailbox.email}.
        </p>
      ) : (
        <p>Not connected.</p>
      )}
    </Section>
  )
}

import { Button, Group, Modal, TextInput } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.js'
import { describeError } from '../../../lib/api-error.js'
import { conversationKeys, type ConversationRow } from '../../../entities/conversation/conversations.js'
import { copyText } from '../../../lib/copy-text.js'
import { formatMoment } from '../../../lib/format.js'
import { accountQuery } from '../../../entities/user/me.js'
import { customerName, userName } from '../../../entities/person-name.js'
import styles from './share-dialog.module.css'

const DAY_MS = 24 * 3_600_000

const sharesQuery = (id: string) =>
  queryOptions({
    queryKey: [...conversationKeys.one(id), 'shares'],
    queryFn: ({ signal }) => api.get('/conversations/:id/shares', { params: { id }, signal }),
  })

/** Explains what a link shows, creates links and turns them off. */
export function ShareDialog({ conversation, onClose }: { conversation: ConversationRow; onClose: () => void }) {
  const { id } = conversation
  const cache = useQueryClient()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api.post('/conversations/:id/share', { params: { id } }),
    onSuccess: async ({ token }) => {
      void cache.invalidateQueries(sharesQuery(id))
      await copyText(linkFor(token))
    },
  })

  return (
    <Modal
      opened
      onClose={onClose}
      title="Share this conversation?"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={styles.dialog}>
        <Explanation name={customerName(conversation.customer)} expires_at={data?.share.expires_at} />
        {data && (
          <TextInput
            label="Link"
            description="Copy it now. It is not shown again."
            value={linkFor(data.token)}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
        {error && <p role="alert">The link could not be created: {describeError(error)}</p>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {data ? 'Done' : 'Cancel'}
          </Button>
          {data ? (
            <Button onClick={() => void copyText(linkFor(data.token))}>Copy link</Button>
          ) : (
            <Button loading={isPending} onClick={() => mutate()} data-autofocus>
              Create link
            </Button>
          )}
        </Group>
        <ActiveLinks conversationId={id} />
      </div>
    </Modal>
  )
}

const linkFor = (token: string) => `${window.location.origin}/share?${new URLSearchParams({ token }).toString()}`

function Explanation({ name, expires_at }: { name: string; expires_at: string | undefined }) {
  const [opened_at] = useState(Date.now)
  const until = formatMoment(expires_at ?? new Date(opened_at + DAY_MS).toISOString())
  return (
    <ul className={styles.facts}>
      <li>
        <b>Who:</b> anyone who has the link, without signing in.
      </li>
      <li>
        <b>What:</b> <span dir="auto">all messages and files between {name} and your team, including new ones.</span>{' '}
        Names are shown. Private notes, email addresses and other customer details are not. Nobody can reply.
      </li>
      <li>
        <b>Until:</b> {until} (24 hours), or until you turn the link off here.
      </li>
    </ul>
  )
}

function ActiveLinks({ conversationId }: { conversationId: string }) {
  const cache = useQueryClient()
  const { data: account } = useQuery(accountQuery)
  const { data: shares = [], error } = useQuery(sharesQuery(conversationId))
  const revoke = useMutation({
    mutationFn: (id: string) =>
      api.delete('/conversations/:id/shares/:share_id', { params: { id: conversationId, share_id: id } }),
    onSettled: () => cache.invalidateQueries(sharesQuery(conversationId)),
  })
  const nameOf = (id: number | null) => {
    const user = account?.users.find((each) => each.id === id)
    return user ? userName(user) : 'a former teammate'
  }

  if (error) return <p role="alert">The active links could not be loaded: {describeError(error)}</p>
  if (shares.length === 0) return null
  return (
    <section aria-labelledby="active-links" className={styles.active}>
      <h3 id="active-links">Active links</h3>
      {revoke.error && <p role="alert">The link could not be turned off: {describeError(revoke.error)}</p>}
      <ul>
        {shares.map((share) => (
          <li key={share.id}>
            <span>
              Created by <span dir="auto">{nameOf(share.created_by)}</span>, works until{' '}
              {formatMoment(share.expires_at)}
            </span>
            <Button
              size="compact-sm"
              variant="default"
              loading={revoke.isPending && revoke.variables === share.id}
              onClick={() => revoke.mutate(share.id)}
            >
              Turn off
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

import type { Inbox } from '@papercups/contract'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { inboxesQuery } from '../../entities/inbox/inboxes.js'
import { Confirm } from '../../ui/dialogs/confirm.js'
import { Section } from '../../ui/section.js'
import { inboxQuery } from './inbox-query.js'
import { useSaveInbox } from './use-save-inbox.js'

/** The actions on an inbox that is not primary. */
export function ManageSection({ inbox }: { inbox: Inbox }) {
  const [asking, setAsking] = useState(false)
  const save = useSaveInbox(inbox.id)
  const remove = useDeleteInbox(inbox.id)
  const showError = (title: string) => (error: unknown) =>
    notifications.show({ color: 'red', title, message: describeError(error) })

  return (
    <>
      <Section
        title="Primary inbox"
        lead="Conversations that name no inbox go to the primary one."
        actions={
          <Button
            variant="default"
            size="xs"
            loading={save.isPending}
            onClick={() =>
              save.mutate({ is_primary: true }, { onError: showError('The primary inbox did not change') })
            }
          >
            Make primary
          </Button>
        }
      />
      <Section
        title="Delete inbox"
        lead="Its conversations move to the primary inbox. Its widget settings and connected channels are lost."
        actions={
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            Delete
          </Button>
        }
      />
      <Confirm
        opened={asking}
        title="Are you sure you want to delete this inbox?"
        confirm="Yes"
        cancel="No"
        danger
        pending={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          remove.mutate(undefined, {
            onError: showError('The inbox was not deleted'),
            onSettled: () => setAsking(false),
          })
        }
      >
        <p>
          The conversations of <bdi>{inbox.name}</bdi> move to the primary inbox. Pages that name this inbox in their
          code can no longer reach you through it.
        </p>
      </Confirm>
    </>
  )
}

function useDeleteInbox(id: string) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => api.delete('/inboxes/:id', { params: { id } }),
    onSuccess: async () => {
      cache.setQueryData(inboxesQuery.queryKey, (known) => known?.filter((inbox) => inbox.id !== id))
      await navigate('/inboxes')
      cache.removeQueries(inboxQuery(id))
      // Anything on the screen may have been in this inbox.
      void cache.invalidateQueries()
    },
  })
}

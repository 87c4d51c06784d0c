import type { EventSubscription } from '@papercups/contract'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPencil, IconPlus, IconTrash, IconWebhook } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { formatDate } from '../../lib/format.js'
import { Excerpt } from '../../ui/excerpt.js'
import { Confirm } from '../../ui/dialogs/confirm.js'
import { IconButton } from '../../ui/icon-button.js'
import { Notice } from '../../ui/notice.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { StatusTag } from './status-tag.js'
import { SubscriptionDialog } from './subscription-dialog.js'
import { subscriptionsQuery } from './webhook-queries.js'
import styles from './webhooks.module.css'

export function EventSubscriptionsPage() {
  const { data: subscriptions, error, refetch } = useQuery({ ...subscriptionsQuery, refetchOnMount: 'always' })
  const [editing, setEditing] = useState<EventSubscription | 'new' | null>(null)
  const [removing, setRemoving] = useState<EventSubscription | null>(null)
  const addNew = () => setEditing('new')
  return (
    <Page
      title="Event subscriptions"
      lead="Webhooks call your own servers when something happens in your account."
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={addNew}>
          Add webhook URL
        </Button>
      }
    >
      {subscriptions ? (
        <Subscriptions all={subscriptions} onNew={addNew} onEdit={setEditing} onRemove={setRemoving} />
      ) : error ? (
        <LoadFailure title="Error retrieving event subscriptions" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[240]} />
      )}
      {editing && (
        <SubscriptionDialog subscription={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      {removing && <RemoveSubscription subscription={removing} onClose={() => setRemoving(null)} />}
    </Page>
  )
}

interface Props {
  all: EventSubscription[]
  onNew: () => void
  onEdit: (subscription: EventSubscription) => void
  onRemove: (subscription: EventSubscription) => void
}

function Subscriptions({ all, onNew, onEdit, onRemove }: Props) {
  if (all.length === 0) {
    return (
      <Notice
        title="No webhooks yet"
        icon={<IconWebhook size={32} stroke={1.5} />}
        actions={<Button onClick={onNew}>Add your first webhook URL</Button>}
      >
        Get a call for each new message, conversation or customer.
      </Notice>
    )
  }
  const columns: Array<Column<EventSubscription>> = [
    {
      title: 'Webhook URL',
      look: 'name',
      render: ({ id, webhook_url }) => (
        <Excerpt text={webhook_url}>
          <Link to={`/developers/event-subscriptions/${id}`}>{webhook_url}</Link>
        </Excerpt>
      ),
    },
    { title: 'Status', width: '110px', render: (subscription) => <StatusTag subscription={subscription} /> },
    {
      title: 'Connected since',
      look: 'quiet',
      width: '150px',
      roomy: true,
      render: ({ created_at }) => (created_at ? formatDate(created_at) : '--'),
    },
    {
      title: 'Actions',
      look: 'actions',
      render: (subscription) => (
        <>
          <IconButton label={`Update ${subscription.webhook_url}`} onClick={() => onEdit(subscription)}>
            <IconPencil size={18} stroke={1.75} />
          </IconButton>
          <IconButton label={`Remove ${subscription.webhook_url}`} onClick={() => onRemove(subscription)}>
            <IconTrash size={18} stroke={1.75} />
          </IconButton>
        </>
      ),
    },
  ]
  return <RowTable label="Event subscriptions" columns={columns} rows={all} />
}

function RemoveSubscription({ subscription, onClose }: { subscription: EventSubscription; onClose: () => void }) {
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: (id: string) => api.delete('/event_subscriptions/:id', { params: { id } }),
    onSuccess: (_, gone) =>
      cache.setQueryData(subscriptionsQuery.queryKey, (known) => known?.filter(({ id }) => id !== gone)),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The webhook was not removed', message: describeError(error) }),
    onSettled: () => {
      void cache.invalidateQueries({ ...subscriptionsQuery, exact: true })
      onClose()
    },
  })
  return (
    <Confirm
      opened
      title="Are you sure you want to delete this webhook?"
      confirm="Yes"
      cancel="No"
      danger
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(subscription.id)}
    >
      <p className={styles.url}>{subscription.webhook_url} will get no more events, and its log is deleted.</p>
    </Confirm>
  )
}

import type { Inbox } from '@papercups/contract'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { inboxesQuery } from '../../entities/inbox/inboxes.js'
import { Notice } from '../../ui/notice.js'
import { Page, SectionSkeletons } from '../../ui/page.js'
import { ChannelsSection } from './channels-section.js'
import { EditInboxDialog } from './edit-inbox-dialog.js'
import { inboxQuery } from './inbox-query.js'
import { ManageSection } from './manage-section.js'
import { PrimaryTag } from './primary-tag.js'
import { RatingsSection } from './ratings-section.js'

const back = { to: '/inboxes', label: 'Inboxes' }

export function InboxDetailsPage() {
  const { inbox_id = '' } = useParams()
  const cache = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...inboxQuery(inbox_id),
    placeholderData: () => cache.getQueryData(inboxesQuery.queryKey)?.find(({ id }) => id === inbox_id),
  })
  if (data) return <InboxDetails key={data.id} inbox={data} />
  return (
    <Page title="Inbox" back={back}>
      {error ? (
        <Notice
          role="alert"
          title="Error retrieving inbox"
          actions={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {error.message || 'Unknown error'}
        </Notice>
      ) : (
        <SectionSkeletons heights={[320, 180]} />
      )}
    </Page>
  )
}

function InboxDetails({ inbox }: { inbox: Inbox }) {
  const [editing, setEditing] = useState(false)
  return (
    <Page
      title={inbox.name}
      tag={inbox.is_primary && <PrimaryTag />}
      lead={<bdi>{inbox.description || 'No description.'}</bdi>}
      back={back}
      actions={
        <>
          <Button variant="default" onClick={() => setEditing(true)}>
            Edit
          </Button>
          <Button component={Link} to={`/inboxes/${inbox.id}/conversations`}>
            View conversations
          </Button>
        </>
      }
    >
      <ChannelsSection inbox={inbox} />
      <RatingsSection inbox={inbox} />
      {!inbox.is_primary && <ManageSection inbox={inbox} />}
      {editing && <EditInboxDialog inbox={inbox} onClose={() => setEditing(false)} />}
    </Page>
  )
}

import type { Inbox } from '@papercups/contract'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { inboxesQuery } from '../../entities/inbox/inboxes.js'
import { Excerpt } from '../../ui/excerpt.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { NewInboxDialog } from './new-inbox-dialog.js'
import { PrimaryTag } from './primary-tag.js'

export function InboxesPage() {
  const { data: inboxes, error, refetch } = useQuery({ ...inboxesQuery, refetchOnMount: 'always' })
  const [adding, setAdding] = useState(false)
  return (
    <Page
      title="Inboxes"
      lead="Each inbox gathers the conversations of its own channels, such as sales or support."
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
          New inbox
        </Button>
      }
    >
      {inboxes ? (
        <InboxTable inboxes={inboxes} />
      ) : error ? (
        <LoadFailure title="Error retrieving inboxes" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[200]} />
      )}
      {adding && <NewInboxDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}

const columns: Array<Column<Inbox>> = [
  {
    title: 'Name',
    look: 'name',
    width: '36%',
    render: (inbox) => (
      <>
        <Excerpt text={inbox.name} />
        {inbox.is_primary && <PrimaryTag />}
      </>
    ),
  },
  { title: 'Description', look: 'quiet', render: ({ description }) => <Excerpt text={description || '--'} /> },
  {
    title: 'Configure',
    look: 'actions',
    render: (inbox) => (
      <Link to={`/inboxes/${inbox.id}`} aria-label={`Configure ${inbox.name}`}>
        Configure
      </Link>
    ),
  },
]

function InboxTable({ inboxes }: { inboxes: Inbox[] }) {
  const newestFirst = inboxes.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at) || a.id.localeCompare(b.id))
  return <RowTable label="Inboxes" columns={columns} rows={newestFirst} />
}

import type { Inbox } from '@papercups/contract'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { inboxesQuery } from '../../lib/inboxes.js'
import { CardTable, Excerpt } from '../../ui/card-table.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import styles from './inboxes.module.css'
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

function InboxTable({ inboxes }: { inboxes: Inbox[] }) {
  const newestFirst = inboxes.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at) || a.id.localeCompare(b.id))
  return (
    <CardTable label="Inboxes">
      <thead>
        <tr>
          <th scope="col" className={styles.name}>
            Name
          </th>
          <th scope="col">Description</th>
          <th scope="col" className={styles.configure}>
            <VisuallyHidden>Configure</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {newestFirst.map((inbox) => (
          <tr key={inbox.id}>
            <td className={styles.name}>
              <Excerpt text={inbox.name} />
              {inbox.is_primary && <PrimaryTag />}
            </td>
            <td className={styles.description}>
              <Excerpt text={inbox.description || '--'} />
            </td>
            <td className={styles.configure}>
              <Link to={`/inboxes/${inbox.id}`} aria-label={`Configure ${inbox.name}`}>
                Configure
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </CardTable>
  )
}

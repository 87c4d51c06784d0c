import type { Tag } from '@papercups/contract'
import { Button } from '@mantine/core'
import { IconPlus, IconTag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { findByWords } from '../../lib/find-by-words.js'
import { tagsQuery } from '../../entities/tag/tags.js'
import { Excerpt } from '../../ui/excerpt.js'
import { Notice } from '../../ui/notice.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { SearchField } from '../../ui/fields/search-field.js'
import { TagChip } from '../../entities/tag/tag-chip.js'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { TagDialog } from './tag-dialog.js'

export function TagsPage() {
  const { data: tags, error, refetch } = useQuery({ ...tagsQuery, refetchOnMount: 'always' })
  const [search, setSearch] = useState('')
  const creating = useDialog()
  return (
    <Page
      title="Tags"
      lead="Labels for customers and conversations."
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
          New tag
        </Button>
      }
    >
      <SearchField label="Search tags" value={search} onChange={setSearch} />
      {tags ? (
        <Found all={tags} search={search} onNew={creating.open} />
      ) : error ? (
        <LoadFailure title="Error retrieving tags" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[240]} />
      )}
      {creating.mounted && <TagDialog opened={creating.opened} onClose={creating.close} />}
    </Page>
  )
}

const columns: Array<Column<Tag>> = [
  { title: 'Name', width: '36%', render: ({ name, color }) => <TagChip name={name} color={color} /> },
  { title: 'Description', look: 'quiet', render: ({ description }) => <Excerpt text={description || '--'} /> },
  {
    title: 'View',
    look: 'actions',
    render: ({ id, name }) => (
      <Link to={`/tags/${id}`} aria-label={`View ${name}`}>
        View
      </Link>
    ),
  },
]

function Found({ all, search, onNew }: { all: Tag[]; search: string; onNew: () => void }) {
  if (all.length === 0) {
    return (
      <Notice
        title="No tags yet"
        icon={<IconTag size={32} stroke={1.5} />}
        actions={<Button onClick={onNew}>Create your first tag</Button>}
      >
        Tag customers and conversations to find them again.
      </Notice>
    )
  }
  const found = findByWords(all, search, ({ id, name, description }) => [id, name, description])
  if (found.length === 0) return <Notice title="No matches">Try fewer words.</Notice>
  return <RowTable label="Tags" columns={columns} rows={found} />
}

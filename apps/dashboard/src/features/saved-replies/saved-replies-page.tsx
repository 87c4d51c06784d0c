import type { CannedResponse } from '@papercups/contract'
import { Button } from '@mantine/core'
import { IconMessage2Bolt, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cannedResponsesQuery } from '../../entities/saved-reply/canned-responses.js'
import { findByWords } from '../../lib/find-by-words.js'
import { Notice } from '../../ui/notice.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { SearchField } from '../../ui/fields/search-field.js'
import { DeleteReply } from './delete-reply.js'
import { ReplyDialog } from './reply-dialog.js'
import { ReplyTable } from './reply-table.js'

export function SavedRepliesPage() {
  const { data: replies, error, refetch } = useQuery({ ...cannedResponsesQuery, refetchOnMount: 'always' })
  const [search, setSearch] = useState('')
  const [editing, setEditing] = useState<CannedResponse | 'new' | null>(null)
  const [deleting, setDeleting] = useState<CannedResponse | null>(null)
  const addNew = () => setEditing('new')

  return (
    <Page
      title="Saved replies"
      lead="Answers that your team gives often. In a conversation, type / to insert one."
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={addNew}>
          New
        </Button>
      }
    >
      <SearchField label="Search saved replies" value={search} onChange={setSearch} />
      {replies ? (
        <Found all={replies} search={search} onNew={addNew} onEdit={setEditing} onDelete={setDeleting} />
      ) : error ? (
        <LoadFailure title="Error retrieving saved replies" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[240]} />
      )}
      {editing && <ReplyDialog reply={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      {deleting && <DeleteReply reply={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  )
}

interface FoundProps {
  all: CannedResponse[]
  search: string
  onNew: () => void
  onEdit: (reply: CannedResponse) => void
  onDelete: (reply: CannedResponse) => void
}

function Found({ all, search, onNew, onEdit, onDelete }: FoundProps) {
  if (all.length === 0) {
    return (
      <Notice
        title="No saved replies yet"
        icon={<IconMessage2Bolt size={32} stroke={1.5} />}
        actions={<Button onClick={onNew}>Create your first saved reply</Button>}
      >
        Write an answer once, for the whole team.
      </Notice>
    )
  }
  const found = findByWords(all, search, ({ id, name, content }) => [id, `/${name}`, content])
  if (found.length === 0) return <Notice title="No matches">Try fewer words.</Notice>
  return <ReplyTable replies={found} onEdit={onEdit} onDelete={onDelete} />
}

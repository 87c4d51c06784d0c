import type { CannedResponse } from '@papercups/contract'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Excerpt } from '../../ui/excerpt.js'
import { IconButton } from '../../ui/icon-button.js'
import { RowTable, type Column } from '../../ui/row-table.js'

interface Props {
  replies: CannedResponse[]
  onEdit: (reply: CannedResponse) => void
  onDelete: (reply: CannedResponse) => void
}

export function ReplyTable({ replies, onEdit, onDelete }: Props) {
  const columns: Array<Column<CannedResponse>> = [
    { title: 'Name', look: 'name', width: '30%', render: ({ name }) => <Excerpt text={`/${name}`} /> },
    { title: 'Content', look: 'quiet', render: ({ content }) => <Excerpt text={content} /> },
    {
      title: 'Actions',
      look: 'actions',
      render: (reply) => (
        <>
          <IconButton label={`Edit /${reply.name}`} onClick={() => onEdit(reply)}>
            <IconPencil size={18} stroke={1.75} />
          </IconButton>
          <IconButton label={`Delete /${reply.name}`} onClick={() => onDelete(reply)}>
            <IconTrash size={18} stroke={1.75} />
          </IconButton>
        </>
      ),
    },
  ]
  return <RowTable label="Saved replies" columns={columns} rows={replies} />
}

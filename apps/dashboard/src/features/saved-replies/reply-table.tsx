import type { CannedResponse } from '@papercups/contract'
import { VisuallyHidden } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { CardTable, Excerpt } from '../../ui/card-table.js'
import { IconButton } from '../../ui/icon-button.js'
import styles from './saved-replies.module.css'

interface Props {
  replies: CannedResponse[]
  onEdit: (reply: CannedResponse) => void
  onDelete: (reply: CannedResponse) => void
}

export function ReplyTable({ replies, onEdit, onDelete }: Props) {
  return (
    <CardTable label="Saved replies">
      <thead>
        <tr>
          <th scope="col" className={styles.name}>
            Name
          </th>
          <th scope="col">Content</th>
          <th scope="col" className={styles.actions}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {replies.map((reply) => (
          <tr key={reply.id}>
            <td className={styles.name}>
              <Excerpt text={`/${reply.name}`} />
            </td>
            <td className={styles.content}>
              <Excerpt text={reply.content} />
            </td>
            <td className={styles.actions}>
              <IconButton label={`Edit /${reply.name}`} onClick={() => onEdit(reply)}>
                <IconPencil size={18} stroke={1.75} />
              </IconButton>
              <IconButton label={`Delete /${reply.name}`} onClick={() => onDelete(reply)}>
                <IconTrash size={18} stroke={1.75} />
              </IconButton>
            </td>
          </tr>
        ))}
      </tbody>
    </CardTable>
  )
}

import type { ListedNote } from '@papercups/contract'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { formatShortMoment } from '../../lib/format.js'
import { notesKey } from '../../entities/note/notes.js'
import { userName } from '../../entities/person-name.js'
import { ConfirmDelete } from '../../ui/dialogs/confirm-delete.js'
import { IconButton } from '../../ui/icon-button.js'
import { Markdown } from '../../ui/markdown.js'
import styles from './notes.module.css'

export function NoteItem({ note }: { note: ListedNote }) {
  const [asking, setAsking] = useState(false)
  const cache = useQueryClient()
  return (
    <li className={styles.note}>
      <div className={styles.byline}>
        <span dir="auto">{note.author ? userName(note.author) : 'A former teammate'}</span>
        <time dateTime={`${note.created_at}Z`}>{formatShortMoment(note.created_at)}</time>
        <IconButton label="Delete note" size="sm" onClick={() => setAsking(true)}>
          <IconTrash size={16} stroke={1.75} />
        </IconButton>
      </div>
      <Markdown text={note.body} />
      <ConfirmDelete
        thing="note"
        title="Delete this note?"
        opened={asking}
        onDelete={() => api.delete('/notes/:id', { params: { id: note.id } })}
        onClose={() => {
          setAsking(false)
          void cache.invalidateQueries({ queryKey: notesKey })
        }}
      >
        <p>It will be deleted for your whole team.</p>
      </ConfirmDelete>
    </li>
  )
}

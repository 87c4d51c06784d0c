import type { ListedNote } from '@papercups/contract'
import { notifications } from '@mantine/notifications'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { formatShortMoment } from '../../lib/format.js'
import { notesKey } from '../../entities/note/notes.js'
import { userName } from '../../entities/person-name.js'
import { Confirm } from '../../ui/dialogs/confirm.js'
import { IconButton } from '../../ui/icon-button.js'
import { Markdown } from '../../ui/markdown.js'
import styles from './notes.module.css'

export function NoteItem({ note }: { note: ListedNote }) {
  const [asking, setAsking] = useState(false)
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.delete('/notes/:id', { params: { id: note.id } }),
    onError: (error) =>
      void notifications.show({ color: 'red', title: 'The note was not deleted', message: describeError(error) }),
    onSettled: () => {
      setAsking(false)
      return cache.invalidateQueries({ queryKey: notesKey })
    },
  })
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
      <Confirm
        opened={asking}
        title="Delete this note?"
        confirm="Yes"
        cancel="No"
        danger
        pending={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>It will be deleted for your whole team.</p>
      </Confirm>
    </li>
  )
}

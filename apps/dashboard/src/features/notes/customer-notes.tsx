import type { Customer } from '@papercups/contract'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { notesQuery } from '../../entities/note/notes.js'
import { NoteForm } from './note-form.js'
import { NoteItem } from './note-item.js'
import styles from './notes.module.css'

interface Props {
  customer: Pick<Customer, 'id'>
  /** Shows the form only after a click. */
  compact?: boolean
}

/** The notes about a customer, without a heading. */
export function CustomerNotes({ customer: { id }, compact = false }: Props) {
  const notes = useInfiniteQuery(notesQuery(id))
  const all = notes.data?.pages.flatMap(({ data }) => data)
  return (
    <div className={styles.ofCustomer}>
      <NoteForm key={id} customerId={id} compact={compact} />
      {all ? (
        all.length === 0 && <p className={styles.none}>No notes yet.</p>
      ) : notes.error ? (
        <p className={styles.none}>
          The notes could not be loaded.{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => void notes.refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <p className={styles.none} aria-busy="true">
          Loading notes…
        </p>
      )}
      {all && all.length > 0 && (
        <ul className={styles.notes} aria-label="Notes">
          {all.map((note) => (
            <NoteItem key={note.id} note={note} />
          ))}
        </ul>
      )}
      {notes.hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          loading={notes.isFetchingNextPage}
          onClick={() => void notes.fetchNextPage()}
        >
          Load more...
        </Button>
      )}
    </div>
  )
}

import type { ListedNote } from '@papercups/contract'
import { Button } from '@mantine/core'
import { IconNotes } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { notesQuery } from '../../entities/note/notes.js'
import { customerName } from '../../entities/person-name.js'
import { Notice } from '../../ui/notice.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { groupNotes } from './group-notes.js'
import { NoteItem } from './note-item.js'
import styles from './notes.module.css'

export function NotesPage() {
  const notes = useInfiniteQuery({ ...notesQuery(), refetchOnMount: 'always' })
  return (
    <Page title="Notes" lead="Your team's notes about customers. Customers never see them.">
      {notes.data ? (
        <Days notes={notes.data.pages.flatMap(({ data }) => data)} />
      ) : notes.error ? (
        <LoadFailure title="Error retrieving notes" error={notes.error} retry={notes.refetch} />
      ) : (
        <SectionSkeletons heights={[160, 160]} />
      )}
      {notes.hasNextPage && (
        <Button variant="default" loading={notes.isFetchingNextPage} onClick={() => void notes.fetchNextPage()}>
          Load more...
        </Button>
      )}
    </Page>
  )
}

function Days({ notes }: { notes: ListedNote[] }) {
  if (notes.length === 0) {
    return (
      <Notice
        title="No notes"
        icon={<IconNotes size={32} stroke={1.5} />}
        actions={
          <Button component={Link} to="/customers">
            Go to customers
          </Button>
        }
      >
        You haven&apos;t written any customer notes yet!
      </Notice>
    )
  }
  return groupNotes(notes).map(({ day, customers }) => (
    <section key={day} className={styles.day} aria-label={day}>
      <h2>{day}</h2>
      {customers.map(({ customer, notes }) => (
        <article key={customer.id} className={styles.card}>
          <h3>
            <Link to={`/customers/${customer.id}?tab=notes`} dir="auto">
              {customerName(customer)}
            </Link>
          </h3>
          <ul className={styles.notes}>
            {notes.map((note) => (
              <NoteItem key={note.id} note={note} />
            ))}
          </ul>
        </article>
      ))}
    </section>
  ))
}

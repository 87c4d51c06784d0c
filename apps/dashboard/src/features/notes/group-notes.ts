import type { ListedNote } from '@papercups/contract'
import { formatDate } from '../../lib/format.js'

/** Groups by day and then by customer, in the order of the notes. */
export function groupNotes(notes: readonly ListedNote[]) {
  const days = new Map<string, Map<string, ListedNote[]>>()
  for (const note of notes) {
    const day = formatDate(note.created_at)
    const customers = days.get(day) ?? new Map<string, ListedNote[]>()
    days.set(day, customers)
    customers.set(note.customer_id, [...(customers.get(note.customer_id) ?? []), note])
  }
  return [...days].map(([day, customers]) => ({
    day,
    customers: [...customers.values()].flatMap((notes) => (notes[0] ? [{ customer: notes[0].customer, notes }] : [])),
  }))
}

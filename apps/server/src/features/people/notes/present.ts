import type { Note } from '@papercups/contract'
import { toTimestamp } from '../../../platform/wire-time.js'

export interface NoteRow {
  id: string
  body: string
  content_type: string
  customer_id: string
  author_id: number | null
  created_at: Date
  updated_at: Date
}

export function toNote(row: NoteRow): Note {
  return {
    id: row.id,
    object: 'note',
    body: row.body,
    content_type: row.content_type,
    customer_id: row.customer_id,
    author_id: row.author_id,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  }
}

import type { Tag } from '@papercups/contract'
import { toTimestamp } from '../../../platform/wire-time.js'

export interface TagRow {
  id: string
  name: string
  description: string | null
  color: string | null
  created_at: Date
  updated_at: Date
}

export function toTag(row: TagRow): Tag {
  return {
    id: row.id,
    object: 'tag',
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    name: row.name,
    description: row.description,
    color: row.color,
  }
}

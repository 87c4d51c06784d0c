import type { Inbox } from '@papercups/contract'
import { toTimestamp } from '../../../platform/wire-time.js'

export interface InboxRow {
  id: string
  account_id: string
  name: string
  description: string | null
  slug: string | null
  is_primary: boolean
  is_private: boolean
  ratings_enabled: boolean
  created_at: Date
  updated_at: Date
}

export function toInbox(row: InboxRow): Inbox {
  return {
    id: row.id,
    object: 'inbox',
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    name: row.name,
    description: row.description,
    slug: row.slug,
    is_primary: row.is_primary,
    is_private: row.is_private,
    ratings_enabled: row.ratings_enabled,
    account_id: row.account_id,
  }
}

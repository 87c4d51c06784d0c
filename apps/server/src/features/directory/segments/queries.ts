import type { Segment, SegmentFilter } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import { toTimestamp } from '../../../platform/wire-time.js'

/** The list is never longer: dashboards show all of it. */
export const MAX_SEGMENTS = 200

export function listSegments(account: Account) {
  return account.from('segments').selectAll().orderBy('name').limit(MAX_SEGMENTS).execute()
}

export function getSegment(account: Account, id: string) {
  const segment = account.from('segments').selectAll().where('id', '=', id)
  return segment.executeTakeFirstOrThrow(() => notFound('Segment'))
}

export function toSegment(row: Awaited<ReturnType<typeof getSegment>>): Segment {
  return {
    id: row.id,
    object: 'segment',
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    creator_id: row.creator_id,
    name: row.name,
    filter: filterOf(row),
  }
}

/** Checked before it was stored. */
export const filterOf = ({ filter }: { filter: Record<string, unknown> }) => filter as SegmentFilter

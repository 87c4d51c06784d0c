import type { CustomerProfile, MergeMoves, MergePreview } from '@papercups/contract'
import { describeValue } from '../../lib/describe-value.js'

/** One field of the customer after the merge. */
export interface MergedField {
  term: string
  value: string
  /** The value comes from the merged customer. */
  filled: boolean
  /** The value of the merged customer that is not kept. */
  lost: string | null
}

/** A site may send any number of metadata keys; this many are shown. */
const MAX = 50

const FIELDS: Array<[term: string, read: (customer: CustomerProfile) => string | null | undefined]> = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Company', ({ company }) => company?.name],
  ['External ID', ({ external_id }) => external_id],
  ['Photo', ({ profile_photo_url }) => profile_photo_url],
  ['Device', ({ browser, os }) => [browser, os].filter(Boolean).join(' · ')],
  ['Time zone', ({ time_zone }) => time_zone?.replaceAll('_', ' ')],
]

/** Only fields that one of the two has. */
export function mergedFields({ kept, merged, result }: MergePreview): MergedField[] {
  const keys = [...new Set([kept, merged].flatMap(({ metadata }) => Object.keys(metadata ?? {})))].slice(0, MAX)
  const metadataFields = keys.map((key): (typeof FIELDS)[number] => [
    key,
    ({ metadata }) => describeValue(metadata?.[key]),
  ])
  return [...FIELDS, ...metadataFields].flatMap(([term, read]) => {
    const [own, other, value] = [read(kept), read(merged), read(result)]
    if (!value) return []
    return [{ term, value, filled: value !== own, lost: other && other !== value ? other : null }]
  })
}

const WORDS: Record<keyof MergeMoves, [one: string, many: string]> = {
  conversations: ['conversation', 'conversations'],
  messages: ['message', 'messages'],
  notes: ['note', 'notes'],
  tags: ['tag', 'tags'],
  issues: ['issue', 'issues'],
  files: ['file', 'files'],
  browser_sessions: ['browser session', 'browser sessions'],
}

/** 2 conversations, 14 messages, 1 note. Null if nothing moves. */
export function describeMoves(moves: MergeMoves): string | null {
  const parts = Object.entries(WORDS).flatMap(([part, [one, many]]) => {
    const count = moves[part as keyof MergeMoves]
    return count > 0 ? `${count.toLocaleString('en-US')} ${count === 1 ? one : many}` : []
  })
  return parts.join(', ') || null
}

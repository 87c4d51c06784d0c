import type { CustomerProfile, MergeMoves, MergePreview } from '@papercups/contract'
import { describeValue } from '../../lib/describe-value.js'

/** One line of what the kept person will have. */
export interface MergedField {
  term: string
  value: string
  /** It comes from the one who goes. */
  filled: boolean
  /** What the one who goes had there instead: it is not taken over. */
  lost: string | null
}

/** A site may tell anything; this much of it is read. */
const MOST = 50

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

/** Only what one of the two has. */
export function mergedFields({ kept, merged, result }: MergePreview): MergedField[] {
  const keys = [...new Set([kept, merged].flatMap(({ metadata }) => Object.keys(metadata ?? {})))].slice(0, MOST)
  const told = keys.map((key): (typeof FIELDS)[number] => [key, ({ metadata }) => describeValue(metadata?.[key])])
  return [...FIELDS, ...told].flatMap(([term, read]) => {
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

/** 2 conversations, 14 messages, 1 note. Null where there is nothing. */
export function describeMoves(moves: MergeMoves): string | null {
  const parts = Object.entries(WORDS).flatMap(([part, [one, many]]) => {
    const count = moves[part as keyof MergeMoves]
    return count > 0 ? `${count.toLocaleString('en-US')} ${count === 1 ? one : many}` : []
  })
  return parts.join(', ') || null
}

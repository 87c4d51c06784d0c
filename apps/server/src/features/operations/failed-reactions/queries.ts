import type { FailedReaction } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { toInstant, toInstantOrNull } from '../../../platform/wire-time.js'

const LIMIT = 100

export async function listFailedReactions(account: Account): Promise<FailedReaction[]> {
  const rows = await account
    .from('failed_reactions')
    .select(FIELDS)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(LIMIT)
    .execute()
  return rows.map(toFailedReaction)
}

export const FIELDS = ['id', 'event_type', 'reaction', 'attempts', 'error', 'created_at', 'next_try_at'] as const

interface Row {
  id: string
  event_type: string
  reaction: string
  attempts: number
  error: string
  created_at: Date
  next_try_at: Date | null
}

export function toFailedReaction({ created_at, next_try_at, ...row }: Row): FailedReaction {
  return {
    ...row,
    object: 'failed_reaction',
    failed_at: toInstant(created_at),
    next_try_at: toInstantOrNull(next_try_at),
  }
}

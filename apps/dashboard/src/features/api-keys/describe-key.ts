import type { KeyScope, PersonalApiKey } from '@papercups/contract'
import { formatAgo, formatDate, parseInstant } from '../../lib/format.js'

export const SCOPES: Record<KeyScope, { label: string; detail: string }> = {
  everything: { label: 'Everything', detail: 'Everything that you may do' },
  messages: { label: 'Messages only', detail: 'Read and write messages, nothing else' },
  read: { label: 'Read only', detail: 'Read everything, change nothing' },
}

export const describeExpiry = (expires_at: string, now: number) =>
  parseInstant(expires_at).getTime() <= now ? 'Expired' : `Expires ${formatDate(expires_at)}`

/** 5 minutes ago from 203.0.113.7 (backup-script/2) */
export function describeUse(key: PersonalApiKey, now: number) {
  const { last_used_at, last_used_ip, last_used_agent } = key
  if (!last_used_at) return 'Never'
  const from = last_used_ip ? ` from ${last_used_ip}` : ''
  return `${formatAgo(last_used_at, now)}${from}${last_used_agent ? ` (${last_used_agent})` : ''}`
}

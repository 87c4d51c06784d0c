import type { Message } from '@papercups/contract'

/** A mentioned user. Without an email, because the customer receives this with the reply. */
export interface Mentioned {
  id: number
  display_name: string
}

const MAX = 50
const NOBODY: readonly string[] = []

/** The mentioned names in the metadata of a message. Any client can write metadata, so each name is checked. */
export function mentionedNames(metadata: Message['metadata'] | { mentions: readonly unknown[] } | undefined) {
  const mentions: unknown = metadata?.mentions
  if (!Array.isArray(mentions)) return NOBODY
  return mentions.slice(0, MAX).flatMap((mention: unknown) => {
    const name = typeof mention === 'object' && mention && 'display_name' in mention ? mention.display_name : null
    return typeof name === 'string' && name.trim() && name.length <= 255 ? [name.trim()] : []
  })
}

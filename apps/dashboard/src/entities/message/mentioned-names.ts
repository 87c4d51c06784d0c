import type { Message } from '@papercups/contract'

/** A user who is mentioned in a text. Never with an email address: a reply carries this to the customer. */
export interface Mentioned {
  id: number
  display_name: string
}

const MOST = 50
const NOBODY: readonly string[] = []

/** The names that a text mentions, as its sender noted them. Metadata is anybody's to fill, so each is looked at. */
export function mentionedNames(noted: Message['metadata'] | { mentions: readonly unknown[] } | undefined) {
  const mentions: unknown = noted?.mentions
  if (!Array.isArray(mentions)) return NOBODY
  return mentions.slice(0, MOST).flatMap((mention: unknown) => {
    const name = typeof mention === 'object' && mention && 'display_name' in mention ? mention.display_name : null
    return typeof name === 'string' && name.trim() && name.length <= 255 ? [name.trim()] : []
  })
}

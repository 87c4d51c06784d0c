import type { User } from '@papercups/contract'
import type { Mentioned } from '../../../entities/message/mentioned-names.js'

const LETTER = /[\p{L}\p{N}_]/u

/** What stands behind the @. Those who gave no name go by the first half of their address. */
export function mentionName({ display_name, full_name, email }: User) {
  return display_name?.trim() || full_name?.trim() || (email.split('@')[0] ?? email)
}

/** Those whose names count in a text: the ones that were picked, and whoever is the only one of their name. */
export function whoCanBeNamed(picked: readonly Mentioned[], colleagues: readonly User[]): Mentioned[] {
  const all = colleagues.map((user) => ({ id: user.id, display_name: mentionName(user) }))
  const isOnly = ({ display_name: name }: Mentioned) =>
    all.filter((other) => other.display_name.toLowerCase() === name.toLowerCase()).length === 1
  return [...picked, ...all.filter(isOnly)]
}

/**
 * Who the text names, each once. Of several with one name the first is meant, so those who were picked come before the
 * others. The longest name wins: "@Ann Smith" does not name Ann.
 */
export function findMentions(body: string, people: readonly Mentioned[]): Mentioned[] {
  const byLength = people.toSorted((a, b) => b.display_name.length - a.display_name.length)
  const found = new Map<number, Mentioned>()
  for (let at = body.indexOf('@'); at >= 0; at = body.indexOf('@', at + 1)) {
    if (LETTER.test(body[at - 1] ?? '')) continue
    const named = byLength.find(({ display_name }) => isAt(body, at + 1, display_name))
    if (named) found.set(named.id, named)
  }
  return [...found.values()]
}

/** The keys of a message that tell the server whom it names. */
export const mentioning = (mentions: readonly Mentioned[]) =>
  mentions.length > 0 ? { mentioned_user_ids: mentions.map((mentioned) => mentioned.id), metadata: { mentions } } : {}

function isAt(body: string, start: number, name: string) {
  const end = start + name.length
  return body.slice(start, end).toLowerCase() === name.toLowerCase() && !LETTER.test(body[end] ?? '')
}

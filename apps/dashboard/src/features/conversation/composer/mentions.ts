import type { User } from '@papercups/contract'
import type { Mentioned } from '../../../entities/message/mentioned-names.js'

const LETTER = /[\p{L}\p{N}_]/u

/** The name after the @. Without a name it is the part of the email before the @. */
export function mentionName({ display_name, full_name, email }: User) {
  return display_name?.trim() || full_name?.trim() || (email.split('@')[0] ?? email)
}

/** Users that a text can mention: picked ones, and those with a unique name. */
export function mentionableUsers(picked: readonly Mentioned[], colleagues: readonly User[]): Mentioned[] {
  const all = colleagues.map((user) => ({ id: user.id, display_name: mentionName(user) }))
  const isOnly = ({ display_name: name }: Mentioned) =>
    all.filter((other) => other.display_name.toLowerCase() === name.toLowerCase()).length === 1
  return [...picked, ...all.filter(isOnly)]
}

/**
 * The mentioned users, each once. If several have the same name, the first one counts, so picked users come first. The longest name wins: "@Ann Smith" does not mention Ann.
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

/** The fields of a message that name its mentioned users. */
export const mentionFields = (mentions: readonly Mentioned[]) =>
  mentions.length > 0 ? { mentioned_user_ids: mentions.map((mentioned) => mentioned.id), metadata: { mentions } } : {}

function isAt(body: string, start: number, name: string) {
  const end = start + name.length
  return body.slice(start, end).toLowerCase() === name.toLowerCase() && !LETTER.test(body[end] ?? '')
}

import type { Reply } from './send.js'
import type { Changes } from './snapshot.js'
import type { Label, World } from './world.js'

/** Every text and id that somebody sent. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}

/**
 * What ids open by themselves where no sign-in is asked for: a customer's or a conversation's id all that its customer
 * may see, an account's what its widget shows. A team's words are opened by no id.
 */
export function openedBy({ opens }: World, sent: string[]): Set<Label> {
  const opened = new Set<Label>()
  for (const text of sent) {
    const label = opens.get(text)
    if (!label || label.endsWith(':team')) continue
    opened.add(label)
    if (label === 'carla' || label === 'dora') opened.add('acme:public')
    if (label === 'gus') opened.add('globex:public')
  }
  return opened
}

/** Marked words in a text whose reader was not to see them. What the reader sent may come back. */
export function leaksIn({ terms }: World, text: string, allowed: ReadonlySet<Label>, sent: string[]): string[] {
  const leaks: string[] = []
  for (const [term, label] of terms) {
    if (allowed.has(label) || !text.includes(term) || sent.includes(term)) continue
    leaks.push(`${label} shows in ${excerpt(text, term)}`)
  }
  return leaks
}

export const wholeText = ({ text, headers }: Reply) => `${text}\n${JSON.stringify(headers)}`

function excerpt(text: string, term: string) {
  const at = text.indexOf(term)
  return text.slice(Math.max(0, at - 80), at + term.length + 20)
}

/** What the holder of some ids may change without a sign-in: rows that bear these ids, and new ones that hang on them. */
export function strayChanges({ added, changed, removed }: Changes, sent: string[], accounts: string[]): Changes {
  const ids = new Set(sent.filter((text) => !accounts.includes(text)))
  const fresh = new Set(added.map(({ row }) => String(row.id)))
  const mayHang = (id: unknown) => id == null || ids.has(String(id)) || fresh.has(String(id))
  return {
    added: added.filter(({ row }) => ![row.customer_id, row.conversation_id, row.user_id].every(mayHang)),
    changed: changed.filter(({ table, row }) => {
      // Where the widget was last seen: whoever names the account may say so.
      if (table === 'widget_settings' && accounts.some((id) => sent.includes(id) && id === row.account_id)) return false
      return !Object.values(row).some((value) => typeof value === 'string' && ids.has(value))
    }),
    removed,
  }
}

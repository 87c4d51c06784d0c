import type { Reply } from './send.js'
import type { Changes } from './snapshot.js'
import type { Label, World } from './world.js'

/** All texts and ids in a request. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}

/**
 * What a public route may return for the ids in a request: for a customer or conversation id everything that this customer may
 * see, for an account id what its widget shows. No id gives access to the team's data.
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

/** Marked texts that the reader must not see. Texts that the reader sent may come back. */
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

/** Changes beyond those allowed without a sign-in: to rows with the sent ids, and new rows that refer to them. */
export function strayChanges({ added, changed, removed }: Changes, sent: string[], accounts: string[]): Changes {
  const ids = new Set(sent.filter((text) => !accounts.includes(text)))
  const fresh = new Set(added.map(({ row }) => String(row.id)))
  const isAllowedReference = (id: unknown) => id == null || ids.has(String(id)) || fresh.has(String(id))
  return {
    added: added.filter(({ row }) => ![row.customer_id, row.conversation_id, row.user_id].every(isAllowedReference)),
    changed: changed.filter(({ table, row }) => {
      // A call with the account id may record where the widget was last seen.
      if (table === 'widget_settings' && accounts.some((id) => sent.includes(id) && id === row.account_id)) return false
      return !Object.values(row).some((value) => typeof value === 'string' && ids.has(value))
    }),
    removed,
  }
}

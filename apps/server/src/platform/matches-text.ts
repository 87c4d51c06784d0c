import { sql } from 'kysely'

/** Compares without case. `%` matches any characters, as scripts expect of these filters; `_` matches itself. */
export function matchesText(column: string, text: string) {
  if (!text.includes('%')) return sql<boolean>`lower(${sql.ref(column)}) = lower(${text})`
  return sql<boolean>`${sql.ref(column)} ilike ${text.replace(/[\\_]/g, '\\$&')}`
}

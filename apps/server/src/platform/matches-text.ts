import { sql } from 'kysely'

/** The text of a column in any case. A `%` stands for any characters, as scripts expect of these filters; `_` for itself. */
export function matchesText(column: string, text: string) {
  if (!text.includes('%')) return sql<boolean>`lower(${sql.ref(column)}) = lower(${text})`
  return sql<boolean>`${sql.ref(column)} ilike ${text.replace(/[\\_]/g, '\\$&')}`
}

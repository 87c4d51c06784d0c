import { Line, Nullable, Uuid } from '@papercups/contract'
import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import type { Account } from '../../platform/account.js'

const optional = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Type.Optional(Nullable(schema))

/** An empty value means "not filtered". */
export const CustomerFilters = Type.Object({
  q: optional(Type.String({ maxLength: 500 })),
  company_id: optional(Uuid),
  tag_id: optional(Uuid),
  /** All of them. */
  tag_ids: optional(Type.Array(Uuid, { maxItems: 50 })),
  issue_id: optional(Uuid),
  email: optional(Line),
  external_id: optional(Line),
  /** False: only those who gave an address. */
  include_anonymous: optional(Type.Boolean()),
})
export type CustomerFilters = Static<typeof CustomerFilters>

/** Every filter narrows. The words of a search do not stand here: see find-customers.ts. */
export function filteredCustomers(account: Account, filters: CustomerFilters) {
  const { company_id, issue_id, email, external_id, include_anonymous } = filters
  let found = account.from('customers')
  if (company_id) found = found.where('customers.company_id', '=', company_id)
  if (email) found = found.where(sql<boolean>`lower(customers.email) = lower(${email})`)
  if (external_id) found = found.where('customers.external_id', '=', external_id)
  if (include_anonymous === false) found = found.where('customers.email', 'is not', null)
  for (const tag_id of tagsIn(filters)) found = found.where(linked('customer_tags', 'tag_id', tag_id))
  if (issue_id) found = found.where(linked('customer_issues', 'issue_id', issue_id))
  return found
}

/** Filters whose customers stand in no list of their own: they have to be gathered before they can be put in order. */
export const isGathered = (filters: CustomerFilters) =>
  Boolean(filters.q?.trim() || filters.issue_id || filters.email || filters.external_id || tagsIn(filters).length > 0)

const tagsIn = ({ tag_id, tag_ids }: CustomerFilters) => [...new Set([...(tag_ids ?? []), ...(tag_id ? [tag_id] : [])])]

const linked = (table: string, column: string, id: string) =>
  sql<boolean>`exists (select from ${sql.table(table)} t where t.account_id = customers.account_id
    and t.customer_id = customers.id and ${sql.ref(`t.${column}`)} = ${id})`

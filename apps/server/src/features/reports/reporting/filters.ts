import type { ReportFilters } from '@papercups/contract'
import { defineStatement } from '../../../platform/statement.js'

const NAMES = ['inbox_id', 'source', 'assignee_id', 'tag_id', 'company_id'] as const

/** The values for `matching`, or undefined if no filter is set. */
export function filterValues(filters: ReportFilters): unknown[] | undefined {
  const values = NAMES.map((name) => filters[name] ?? null)
  return values.every((value) => value === null) ? undefined : values
}

/** The condition on a row `r` of report_conversations, with the filters' values in five parameters from this one. */
export const matching = (first: number) => {
  const [inbox_id, source, assignee_id, tag_id, company_id] = NAMES.map((_, at) => `$${first + at}`)
  return `(${inbox_id}::uuid is null or r.inbox_id = ${inbox_id}::uuid)
    and (${source}::text is null or r.source = ${source}::text)
    and (${assignee_id}::bigint is null or r.assignee_id = ${assignee_id}::bigint)
    and (${tag_id}::uuid is null or exists (select from conversation_tags t
      where t.account_id = $1 and t.conversation_id = r.conversation_id and t.tag_id = ${tag_id}::uuid))
    and (${company_id}::uuid is null or exists (select from customers k
      where k.account_id = $1 and k.id = r.customer_id and k.company_id = ${company_id}::uuid))`
}

/**
 * A statement with `matching`. A plan for all values would have to allow for every filter, so it would read far more rows than
 * the filters that are set need.
 */
export const defineFiltered = <R>(name: string, text: string) => defineStatement<R>(name, text, { replanned: true })

import { isDeepStrictEqual } from 'node:util'
import { DEVICE } from '../../people/customers/fields.js'
import { addWithinLimit } from '../../people/customers/metadata-limit.js'
import type { getCustomer } from '../../people/customers/queries.js'

export type CustomerRow = Awaited<ReturnType<typeof getCustomer>>
/** The row of a merged customer. Its times are text, because the snapshot is JSON. */
export type FormerCustomer = Omit<CustomerRow, 'last_seen_at' | 'created_at' | 'updated_at'> & {
  last_seen_at: string | null
  created_at: string
  updated_at: string
}

const EACH = ['name', 'email', 'phone', 'external_id', 'profile_photo_url', 'company_id'] as const

export type Given = Partial<
  Pick<CustomerRow, (typeof EACH | typeof DEVICE)[number] | 'metadata' | 'first_seen' | 'last_seen_at'>
>
type Before = { [Field in keyof Given]: unknown }

/** The values that the kept customer lacks and the merged one has. */
export function combine(kept: CustomerRow, merged: CustomerRow): Given {
  const given: Record<string, unknown> = {}
  const fill = (field: keyof Given) => {
    if (isEmpty(kept[field]) && !isEmpty(merged[field])) given[field] = merged[field]
  }
  EACH.forEach(fill)
  // Together or not at all: a mix of two devices would be wrong.
  if (DEVICE.every((field) => isEmpty(kept[field]))) DEVICE.forEach(fill)
  const lacked = Object.entries(merged.metadata ?? {}).filter(
    ([key, value]) => isEmpty(kept.metadata?.[key]) && !isEmpty(value),
  )
  if (lacked.length > 0) given.metadata = addWithinLimit(kept.metadata ?? {}, Object.fromEntries(lacked))
  if (merged.first_seen < kept.first_seen) given.first_seen = merged.first_seen
  if (merged.seen_order > kept.seen_order) given.last_seen_at = merged.last_seen_at
  return given
}

/** The kept customer's values of those fields before the merge. */
export const previousValues = (kept: CustomerRow, given: Given): Before =>
  Object.fromEntries(Object.keys(given).map((field) => [field, kept[field as keyof Given]]))

/** The earlier values, except for fields that somebody changed since. */
export function valuesBeforeMerge(now: CustomerRow, merged: FormerCustomer, before: Before): Given {
  const { metadata, ...fields } = before
  const current: Record<string, unknown> = JSON.parse(JSON.stringify(now))
  const back: Record<string, unknown> = {}
  for (const [field, was] of Object.entries(fields))
    if (isDeepStrictEqual(current[field], merged[field as keyof FormerCustomer])) back[field] = was
  if (metadata !== undefined) back.metadata = withoutGiven(now.metadata, merged.metadata, metadata as Metadata)
  return back
}

type Metadata = CustomerRow['metadata']

function withoutGiven(now: Metadata, given: Metadata, before: Metadata): Metadata {
  const left = { ...now }
  for (const [key, value] of Object.entries(given ?? {})) {
    if (!isEmpty(before?.[key]) || !isDeepStrictEqual(left[key], value)) continue
    delete left[key]
    if (before && key in before) left[key] = before[key]
  }
  return before === null && Object.keys(left).length === 0 ? null : left
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

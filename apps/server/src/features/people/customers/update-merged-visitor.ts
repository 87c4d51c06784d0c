import type { VisitorFields } from '@papercups/contract'
import { isDeepStrictEqual } from 'node:util'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import { DEVICE, isMap, nonBlank } from './fields.js'
import { addWithinLimit } from './metadata-limit.js'
import { lockCustomer } from './queries.js'
import { IDENTITY, updateVisitor } from './save-customer.js'

type Values = Record<string, unknown>

interface Merge {
  customer_id: string
  kept_id: string
  merged: Values
  filled: Values
}

/**
 * The browser of a merged customer keeps the old id and repeats the old name and email on every page. It fills fields
 * that the kept customer lacks, and changes fields that came from the merge. It never replaces values that the team
 * chose to keep. As for every browser, the last one to come tells the device and the page.
 */
export function updateMergedVisitor(account: Account, merged_id: string, fields: VisitorFields, ip: string | null) {
  return account.transaction(async (account) => {
    const merges = account.from('customer_merges').selectAll().where('merged_id', '=', merged_id)
    const { customer_id } = await merges.executeTakeFirstOrThrow(() => notFound('Customer'))
    // In the same lock order as an undo: the customer, then the merge.
    const kept = await lockCustomer(account, customer_id)
    const merge = await merges.where('customer_id', '=', customer_id).forUpdate().executeTakeFirst()
    if (!merge) return updateVisitor(account, merged_id, fields, ip) // the merge was undone meanwhile

    const identity = pick(fields, (key) => isIdentity(key) && isOpen(key, kept, merge))
    const sent = isMap(fields.metadata) ? fields.metadata : {}
    const open = pick(sent, (key) => isOpen(key, kept.metadata, metadataOf(merge)))
    const combined = addWithinLimit(kept.metadata ?? {}, open)
    const metadata = pick(open, (key) => combined[key] === open[key])
    const { name: _, email: _email, phone: _phone, external_id: _id, metadata: _metadata, ...device } = fields
    const merged = Object.keys(metadata).length > 0 ? { metadata: combined } : {}
    const updated = await updateVisitor(account, customer_id, { ...device, ...identity, ...merged }, ip)
    const replaced = DEVICE.filter((key) => updated[key] !== kept[key])
    const given = { ...identity, ...of(updated, replaced) }
    await noteOnMerge(account, merged_id, merge, { given, before: of(kept, replaced), metadata })
    return updated
  })
}

const of = (values: Values, keys: readonly string[]): Values =>
  Object.fromEntries(keys.map((key) => [key, values[key]]))

const isIdentity = (key: string) => IDENTITY.some((field) => field === key)

function pick(values: Values, isWanted: (key: string) => boolean): Values {
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => !isEmpty(value) && isWanted(key)))
}

/** True if the kept customer has no value of their own: none at all, or still the one from the merge. */
function isOpen(key: string, kept: Values | null, { merged, filled, ...merge }: Merge) {
  if (isEmpty(kept?.[key])) return true
  const isMergedOn = merge.customer_id !== merge.kept_id
  return !isMergedOn && key in filled && isEmpty(filled[key]) && isDeepStrictEqual(kept?.[key], merged[key])
}

/** The same for the keys of the metadata. If the merge filled metadata, a key missing in `filled` was empty before. */
function metadataOf({ merged, filled, ...merge }: Merge): Merge {
  const given = isMap(merged.metadata) ? merged.metadata : {}
  const before = isMap(filled.metadata) ? filled.metadata : {}
  const wereEmpty = Object.keys(given).map((key) => [key, before[key] ?? null])
  return { ...merge, merged: given, filled: 'metadata' in filled ? Object.fromEntries(wereEmpty) : {} }
}

interface Noted {
  given: Values
  /** What the given values replaced. */
  before: Values
  metadata: Values
}

/** Stores the values as part of the merge, so that an undo moves them back. */
async function noteOnMerge(account: Account, merged_id: string, merge: Merge, { given, before, metadata }: Noted) {
  const isMergedOn = merge.customer_id !== merge.kept_id
  const keys = Object.keys(given)
  const hasMetadata = Object.keys(metadata).length > 0
  if (isMergedOn || (keys.length === 0 && !hasMetadata)) return
  const former = isMap(merge.merged.metadata) ? merge.merged.metadata : {}
  const merged = { ...merge.merged, ...given, ...(hasMetadata && { metadata: { ...former, ...metadata } }) }
  const filled = {
    ...Object.fromEntries(keys.map((key) => [key, before[key] ?? null])),
    ...(hasMetadata && { metadata: null }),
    ...merge.filled,
  }
  const row = account.update('customer_merges').set({ merged: JSON.stringify(merged), filled: JSON.stringify(filled) })
  await row.where('merged_id', '=', merged_id).execute()
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && nonBlank(value) === undefined)

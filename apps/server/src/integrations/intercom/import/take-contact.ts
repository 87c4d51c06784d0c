import { randomUUID } from 'node:crypto'
import { addTagsByName } from '../../../features/inbox/past-conversations/add-tags.js'
import { createMatcher } from '../../../features/directory/customer-import/match-rows.js'
import { saveRows } from '../../../features/directory/customer-import/save-rows.js'
import { nonBlank } from '../../../features/people/customers/fields.js'
import { currentIdOf } from '../../../features/people/customers/merged-ids.js'
import { dropBeyondLimit } from '../../../features/people/customers/metadata-limit.js'
import { customerExists } from '../../../features/people/customers/queries.js'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import type { Belongings } from './belongings.js'
import { count, whileRunning, type ImportRow } from './import-state.js'
import type { Importing } from './importing.js'
import { toDate } from './read-entries.js'
import { findRecord, saveRecord } from './records.js'
import { BrokenRecord, type Contact } from './shapes.js'

/** Stores a contact that is new or has changed. Returns whether the import still runs. */
export async function takeContact(importing: Importing, contact: Contact) {
  const { context, row } = importing
  const { account } = context
  const belongings = await readIfChanged(importing, contact)
  const taken = await whileRunning(account, row, (account) => storeContact(account, row, contact, belongings))
  return taken !== undefined
}

/** `storeContact` leaves a contact alone that has not changed. */
export async function readIfChanged({ context, row, readBelongings }: Importing, contact: Contact) {
  const known = await findRecord(context.account, row, 'contact', contact.id)
  return known?.version === versionOf(contact) ? { tags: [] } : readBelongings(contact)
}

const versionOf = ({ updated_at }: Contact) => updated_at ?? 0

/** Returns the id of the customer, or null if they were erased here: they do not come back. */
export async function storeContact(
  account: AccountTransaction,
  row: ImportRow,
  contact: Contact,
  { tags, ...company }: Belongings,
) {
  const known = await findRecord(account, row, 'contact', contact.id)
  const version = versionOf(contact)
  const own_id = known && (await findCustomer(account, known.our_id))
  if (known && (!own_id || known.version === version)) return own_id ?? null

  const fields = fieldsOf(contact)
  const matched_id = own_id ?? (await createMatcher(account, [fields]))(fields)?.id
  const id = matched_id ?? randomUUID()
  await saveRows(account, [{ ...fields, ...company, id, is_new: !matched_id }], row)
  await addTagsByName(account, { customer_id: id }, tags, row.user_id)
  await saveRecord(account, row, { kind: 'contact', intercom_id: contact.id, our_id: known?.our_id ?? id, version })
  await count(account, row.id, { people_count: 1 })
  return id
}

/** The customer who has this id today. Undefined if they were erased. */
export async function findCustomer(account: Account, id: string) {
  const current = await currentIdOf(account, id)
  return (await customerExists(account, current)) ? current : undefined
}

function fieldsOf(contact: Contact) {
  const { created_at, last_seen_at, custom_attributes } = contact
  const email = line(contact.email)
  // Intercom gives leads an external id that means nothing outside.
  const external_id = contact.role === 'lead' ? undefined : line(contact.external_id)
  const metadata = Object.entries(custom_attributes ?? {}).filter(([, value]) => value !== null)
  return {
    ...optional('name', line(contact.name)),
    ...optional('email', email && /^[^@\s]+@[^@\s]+$/.test(email) ? email : undefined),
    ...optional('phone', line(contact.phone)),
    ...optional('external_id', external_id),
    ...(metadata.length > 0 && { metadata: dropBeyondLimit(Object.fromEntries(metadata)) }),
    ...(created_at && { created_at: toDate(created_at) }),
    ...(last_seen_at && { last_seen_at: toDate(last_seen_at) }),
  }
}

const optional = <K extends string>(key: K, value: string | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [key in K]?: string }

const line = (text: string | null | undefined) => nonBlank(text)?.trim().slice(0, 255).toWellFormed()

/** The customer was erased here, so their conversations are not brought over. */
export const erased = () => new BrokenRecord('its customer was erased here')

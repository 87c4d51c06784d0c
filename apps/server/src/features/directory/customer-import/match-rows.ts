import { randomUUID } from 'node:crypto'
import type { Account } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import type { Problem, ReadCustomer } from './read-customer.js'

export interface Matched extends ReadCustomer {
  id: string
  is_new: boolean
}

interface Known {
  id: string
  external_id: string | null
  email: string | null
}

export interface Key {
  key: string
  line: number
}

/**
 * Matches each row with an existing customer: by external id, then by email. A row with another external id is another
 * customer, even with the same email. Of several rows for one customer the first counts.
 */
export async function matchRows(account: Account, import_id: string, rows: ReadCustomer[]) {
  const findPerson = await createMatcher(account, rows)
  const theirs = rows.map((row) => ({ row, person: findPerson(row) }))
  const asked = theirs.flatMap(({ row, person }) => [...earlierKeysOf(row), ...(person ? [`i:${person.id}`] : [])])
  const seen = new Map((await account.run(seenKeys, import_id, asked)).map(({ key, line }) => [key, line]))

  const matched: Matched[] = []
  const problems: Problem[] = []
  const keys: Key[] = []
  for (const { row, person } of theirs) {
    const own = person ? [`i:${person.id}`] : []
    const earlier = [...earlierKeysOf(row), ...own].map((key) => seen.get(key)).find((line) => line !== undefined)
    if (earlier !== undefined) {
      problems.push({ line: row.line, reason: `is about the same customer as line ${earlier}` })
      continue
    }
    for (const key of [...keysOf(row), ...own]) {
      if (seen.has(key)) continue
      seen.set(key, row.line)
      keys.push({ key, line: row.line })
    }
    matched.push({ ...row, id: person?.id ?? randomUUID(), is_new: !person })
  }
  return { matched, problems, keys }
}

interface Named {
  external_id?: string | null
  email?: string | null
}

/** Finds the existing customer of each of these rows. */
export async function createMatcher(account: Account, rows: Named[]) {
  return matcherOf(await findKnown(account, rows))
}

const lower = (email: string) => email.toLowerCase()

/**
 * The keys under which an earlier row may have named the same customer. `n:` is the email of a customer without an
 * external id.
 */
function earlierKeysOf({ external_id, email }: Named) {
  if (!external_id) return email ? [`e:${lower(email)}`] : []
  return [`x:${external_id}`, ...(email ? [`n:${lower(email)}`] : [])]
}

function keysOf({ external_id, email }: Named) {
  const byEmail = email ? [`e:${lower(email)}`] : []
  return external_id ? [`x:${external_id}`, ...byEmail] : [...byEmail, ...(email ? [`n:${lower(email)}`] : [])]
}

/** Of several matching customers, the first counts. */
function matcherOf(known: Known[]) {
  const people = new Map<string, Known>()
  for (const person of known) for (const key of keysOf(person)) if (!people.has(key)) people.set(key, person)
  return (row: Named) => {
    const keys = earlierKeysOf(row)
    return keys.map((key) => people.get(key)).find((person) => person !== undefined)
  }
}

function findKnown(account: Account, rows: Named[]) {
  const external_ids = rows.flatMap(({ external_id }) => external_id ?? [])
  const emails = rows.flatMap(({ email }) => (email ? lower(email) : []))
  return account.run(knownCustomers, external_ids, emails)
}

/** Of several with one email, the one seen last. */
const knownCustomers = defineStatement<Known>(
  'customer-import.known-customers',
  `select id, external_id, email from (
    (select distinct on (external_id) id, external_id, lower(email) as email, updated_at from customers
      where account_id = $1 and external_id = any($2::text[]) order by external_id, updated_at desc, id)
    union
    (select distinct on (lower(email), external_id is null) id, external_id, lower(email) as email, updated_at
      from customers where account_id = $1 and lower(email) = any($3::text[])
      order by lower(email), external_id is null, updated_at desc, id)
  ) as known order by updated_at desc, id`,
)

const seenKeys = defineStatement<Key>(
  'customer-import.seen-keys',
  `select key, line from customer_import_keys where account_id = $1 and import_id = $2 and key = any($3::text[])`,
)

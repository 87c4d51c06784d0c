import type { Inspect } from '../src/platform/database/inspect-queries.js'
import { ownedTables } from './owned-tables.js'
import { findLeaks } from './tenant-proof.js'

const owned = ownedTables()
const proven = new Set<string>()

/** Proves in tests that every query of an account stays inside it. Texts repeat, so each is proven once. */
export const inspectAccount: Inspect = (account_id, sql, parameters) => {
  const places = new Set(parameters.flatMap((value, index) => (value === account_id ? [index + 1] : [])))
  const key = `${[...places].join()} ${sql}`
  if (proven.has(key)) return
  const leaks = findLeaks(sql, { owned, isAccount: (parameter) => places.has(parameter) })
  if (leaks.length > 0) throw new Error(`This query leaves its account: it ${leaks.join(', it ')}. ${sql}`)
  proven.add(key)
}

import { malformed, HttpError } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { findAccount } from './unscoped.js'

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The account that a public call names, or the error that widgets expect. */
export async function requireAccount(platform: Platform, id: string) {
  if (!UUID.test(id)) throw malformed()
  const row = await findAccount(platform, id)
  if (!row) {
    const host = new URL(platform.config.base_url).host
    throw new HttpError(404, `No account found with ID: ${id}`, { details: { host } })
  }
  return { account: platform.account(row.id), row }
}

/** Deployed widgets send `undefined` and `null` as text when they have no inbox. */
export function optionalId(id: string | null | undefined): string | undefined {
  if (!id || id === 'undefined' || id === 'null') return undefined
  if (!UUID.test(id)) throw malformed()
  return id
}

import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { findByExternalId } from '../../people/customers/queries.js'
import { createCustomer } from '../../people/customers/save-customer.js'
import { readIdentity } from '../../widget/identity-verification/act-as.js'

/** The customer named by a signed link. Created on first use. */
export async function findOrCreatePerson(
  platform: Platform,
  account: Account,
  token: string,
): Promise<string | undefined> {
  const identity = await readIdentity(platform, account, token)
  if (!identity) return undefined
  const { sub: external_id, email } = identity
  const known = await findByExternalId(account, { external_id })
  return known?.id ?? (await createCustomer(account, { external_id, email, lib: 'chat_page' }, null)).id
}

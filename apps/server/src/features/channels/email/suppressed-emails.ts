import { createHmac } from 'node:crypto'
import type { Account } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import type { Platform } from '../../../platform/platform.js'

const hashOf = (platform: Platform, email: string) =>
  createHmac('sha256', platform.key('mail-addresses')).update(canonicalEmail(email)).digest()

/** No more automatic mail to this email. */
export async function suppress(account: Account, platform: Platform, email: string, reason: 'bounce' | 'complaint') {
  const row = account.insert('suppressed_emails', { email_hash: hashOf(platform, email), reason })
  await row.onConflict((on) => on.columns(['account_id', 'email_hash']).doNothing()).execute()
}

export async function isSuppressed(account: Account, platform: Platform, email: string) {
  const emails = account.from('suppressed_emails').select('reason').where('email_hash', '=', hashOf(platform, email))
  return (await emails.executeTakeFirst()) !== undefined
}

import type { SuppressedEmail, SuppressionReason } from '@papercups/contract'
import { createHmac } from 'node:crypto'
import type { Account } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import { conflict, notFound } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'

export const emailHashOf = (platform: Platform, email: string) =>
  createHmac('sha256', platform.key('mail-addresses')).update(canonicalEmail(email)).digest()

/** No more automatic mail to this email. */
export const suppress = (account: Account, platform: Platform, email: string, reason: SuppressionReason) =>
  suppressHash(account, emailHashOf(platform, email), reason)

/** What the person wants counts more than what a mail server reported. */
export async function suppressHash(account: Account, email_hash: Buffer, reason: SuppressionReason) {
  const row = account.insert('suppressed_emails', { email_hash, reason })
  await row
    .onConflict((on) => {
      const known = on.columns(['account_id', 'email_hash'])
      return reason === 'unsubscribe' ? known.doUpdateSet({ reason }) : known.doNothing()
    })
    .execute()
}

/** After an unsubscription only: an email that bounced does not work because its owner asks for mail. */
export async function resubscribe(account: Account, email_hash: Buffer) {
  const rows = account.delete('suppressed_emails').where('email_hash', '=', email_hash)
  await rows.where('reason', '=', 'unsubscribe').execute()
}

/** An admin knows that the email works again. What the person wants stays. */
export async function liftSuppression(account: Account, platform: Platform, email: string) {
  const email_hash = emailHashOf(platform, email)
  const row = account.delete('suppressed_emails').where('email_hash', '=', email_hash)
  const { numDeletedRows } = await row.where('reason', '!=', 'unsubscribe').executeTakeFirst()
  if (numDeletedRows > 0n) return
  if (await isSuppressed(account, platform, email)) throw conflict('This person has unsubscribed.')
  throw notFound('Suppressed email')
}

export async function isSuppressed(account: Account, platform: Platform, email: string) {
  return (await findSuppressed(account, platform, [email])).length > 0
}

/** Of these emails, those that get no automatic mail. */
export async function findSuppressed(
  account: Account,
  platform: Platform,
  emails: readonly string[],
): Promise<SuppressedEmail[]> {
  if (emails.length === 0) return []
  const hashes = emails.map((email) => emailHashOf(platform, email))
  const rows = account.from('suppressed_emails').select(['email_hash', 'reason'])
  const found = await rows.where('email_hash', 'in', hashes).execute()
  const reasons = new Map(found.map(({ email_hash, reason }) => [email_hash.toString('hex'), reason]))
  return emails.flatMap((email, at) => {
    const reason = reasons.get(hashes[at]?.toString('hex') ?? '')
    return reason ? { email, reason } : []
  })
}

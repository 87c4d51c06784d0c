import type { Account } from '../../../platform/account.js'
import { MailRefused } from '../../../platform/mail/compose.js'
import type { Platform } from '../../../platform/platform.js'
import { countMail, type MailKind } from './limits.js'
import { uncount } from './unscoped.js'

export interface OutgoingEmail {
  to: string
  subject: string
  text: string
  html: string
  reply_to?: string | undefined
  from_name?: string | undefined
}

/**
 * For jobs: an email that can never be sent is logged and dropped. Other failures are thrown, so that the job runs
 * again.
 */
export async function sendEmail({ id: account_id }: Account, { mail, log }: Platform, email: OutgoingEmail) {
  try {
    await mail.sendMail({ account_id, ...email })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    log.warn({ err: error }, 'a mail cannot be sent')
  }
}

/** For jobs: to every active admin, within the limits of this kind. */
export async function mailAdmins(
  account: Account,
  platform: Platform,
  kind: MailKind,
  content: Omit<OutgoingEmail, 'to'>,
) {
  const admins = await account
    .from('users')
    .select('email')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .where('archived_at', 'is', null)
    .execute()
  for (const { email } of admins) await sendWithinLimits(account, platform, kind, email, async () => content)
}

/** For jobs: sends nothing above the limits of this kind. A failed attempt does not count, because the job runs again. */
export async function sendWithinLimits(
  account: Account,
  platform: Platform,
  kind: MailKind,
  to: string,
  compose: () => Promise<Omit<OutgoingEmail, 'to'>>,
) {
  const counted = await countMail(platform, kind, to, account.id)
  if (counted === undefined) return
  try {
    await sendEmail(account, platform, { to, ...(await compose()) })
  } catch (error) {
    await uncount(platform, counted)
    throw error
  }
}

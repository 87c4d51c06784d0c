import type { Account } from '../../../platform/account.js'
import { MailRefused } from '../../../platform/mail/compose.js'
import type { Platform } from '../../../platform/platform.js'

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

import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { findAccount } from '../../account/accounts/unscoped.js'

interface Note {
  text: string
  subject?: string | null | undefined
}

/** Sends the mail at once: the user waits for the answer. */
export async function mailOperator(platform: Platform, account: Account, user: { email: string }, note: Note) {
  const { operator_email: to } = platform.config
  if (!to) return failed('OPERATOR_EMAIL is not set on this server.')
  const company = (await findAccount(platform, account.id))?.company_name ?? ''
  const subject = note.subject?.trim() || `A note from ${company}`
  const mail = { account_id: account.id, to, subject, text: note.text, reply_to: user.email }
  try {
    const { message_id } = await platform.mail.sendMail(mail)
    return { success: true as const, result: { id: message_id } }
  } catch (error) {
    platform.log.warn({ err: error }, 'a note to the operator was not sent')
    return failed('The mail server did not take the mail.')
  }
}

const failed = (error: string) => ({ success: false as const, error })

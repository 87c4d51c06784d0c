import type { Account } from '../../../platform/account.js'
import type { Mail } from '../../../platform/mail/compose.js'
import type { Platform } from '../../../platform/platform.js'

/** The place of a mail in the product. */
export interface MailPlace {
  conversation_id: string
  message_ids: string[]
}

export interface SentByInbox {
  rejected: string[]
  /** If the service has replaced our Message-ID. Answers name this one. */
  rfc_message_id?: string | undefined
}

/** An outside service through which the mail of an inbox leaves. */
export interface InboxMailer {
  /** Undefined if the conversation's inbox does not use this service. Throws as `Mailer.sendMail` does. */
  send(platform: Platform, account: Account, place: MailPlace, mail: Mail): Promise<SentByInbox | undefined>
  /** The addresses from which it sends. */
  addresses(account: Account): Promise<string[]>
}

const mailers: InboxMailer[] = []

/** Integrations add theirs when they are loaded. */
export function addInboxMailer(mailer: InboxMailer) {
  mailers.push(mailer)
}

/** Undefined if no service sends the mail of this inbox. */
export async function sendByInboxMailer(platform: Platform, account: Account, place: MailPlace, mail: Mail) {
  for (const mailer of mailers) {
    const sent = await mailer.send(platform, account, place, mail)
    if (sent) return sent
  }
  return undefined
}

export async function inboxMailerAddresses(account: Account) {
  return (await Promise.all(mailers.map((mailer) => mailer.addresses(account)))).flat()
}

import type { OutgoingEmail } from '@papercups/contract'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import type { Platform } from '../../../platform/platform.js'
import { toInstantOrNull } from '../../../platform/wire-time.js'

export interface NewOutgoingMail {
  conversation_id: string
  kind: 'notice' | 'reply' | 'issue'
  message_ids: string[]
  recipients: MailRecipients
  subject: string
}

export interface MailRecipients {
  to: string[]
  cc: string[]
  bcc: string[]
}

/** The mail waits until `sendQueued` sends it. */
export async function queueMail(account: Account, platform: Platform, mail: NewOutgoingMail) {
  const { conversation_id, kind, message_ids, recipients, subject } = mail
  const { to, cc, bcc } = recipients
  const row = {
    conversation_id,
    kind,
    message_ids: JSON.stringify(message_ids),
    rfc_message_id: `<${randomUUID()}@${domainOf(platform)}>`,
    people: JSON.stringify([...new Set([...to, ...cc, ...bcc].map(canonicalEmail))]),
    to_emails: JSON.stringify(to),
    cc_emails: JSON.stringify(cc),
    bcc_emails: JSON.stringify(bcc),
    subject,
  }
  await account.insert('outgoing_mails', row).execute()
}

const domainOf = ({ config }: Platform) =>
  config.mail_in_domain ?? /@([^@<>\s]+)>?$/.exec(config.mail_from)?.[1] ?? 'localhost'

/** A job that runs again finds the mail that it queued. */
export async function isQueued(account: Account, conversation_id: string, message_id: string) {
  return (await listMailsWith(account, conversation_id, message_id)).length > 0
}

/** Oldest first. */
export function listMailsWith(account: Account, conversation_id: string, message_id: string) {
  const mails = account.from('outgoing_mails').selectAll().where('conversation_id', '=', conversation_id)
  const holding = mails.where(sql<boolean>`message_ids ? ${message_id}`)
  return holding.orderBy('created_at').orderBy('id').execute()
}

/** In the order of the messages: mails that were queued together have the same time. */
export function findNextQueued(account: Account, conversation_id: string) {
  const mails = account.from('outgoing_mails').selectAll().where('conversation_id', '=', conversation_id)
  const queued = mails.where('state', '=', 'queued').orderBy(seqOfFirst).orderBy('created_at').orderBy('id')
  return queued.limit(1).executeTakeFirst()
}

const seqOfFirst = sql`(select m.seq from messages m
  where m.account_id = outgoing_mails.account_id and m.id = (outgoing_mails.message_ids ->> 0)::uuid)`

export type OutgoingMail = NonNullable<Awaited<ReturnType<typeof findNextQueued>>>

/** Of a mail that has one recipient. */
export const toOf = ({ to_emails }: Pick<OutgoingMail, 'to_emails'>) => String(to_emails[0] ?? '')

export const toOutgoingEmail = (mail: OutgoingMail): OutgoingEmail => ({
  id: mail.id,
  to: mail.to_emails as string[],
  cc: mail.cc_emails as string[],
  bcc: mail.bcc_emails as string[],
  subject: mail.subject,
  state: mail.state,
  failure: mail.failure,
  sent_at: toInstantOrNull(mail.sent_at),
})

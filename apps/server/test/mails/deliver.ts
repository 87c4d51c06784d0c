import { randomUUID } from 'node:crypto'
import { takeMail, type MailDelivery } from '../../src/features/channels/email/take-mail.js'
import { databaseOf } from '../../src/platform/database/of.js'
import type { TestServer } from '../server.js'

/** Of the account's primary inbox. */
export async function newForwardingAddress({ platform }: TestServer, account_id: string) {
  const { db } = databaseOf(platform)
  const primary = db
    .selectFrom('inboxes')
    .select('id')
    .where('account_id', '=', account_id)
    .where('is_primary', '=', true)
  const { id: inbox_id } = await primary.executeTakeFirstOrThrow()
  const forwarding_email_address = `${randomUUID().replaceAll('-', '')}@chat.acme.test`
  await db.insertInto('forwarding_addresses').values({ account_id, inbox_id, forwarding_email_address }).execute()
  return { inbox_id, email: forwarding_email_address }
}

/** As a mail server hands a mail over, from a sender whose domain vouches for it. */
export const deliver = ({ platform }: TestServer, to: string, raw: Buffer, more: Partial<MailDelivery> = {}) =>
  takeMail(platform, { raw, envelope: { to: [to] }, source: 'smtp', verdict: 'pass', ...more })

export async function incomingMails({ platform }: TestServer, account_id: string) {
  const mails = databaseOf(platform).db.selectFrom('incoming_mails').selectAll().where('account_id', '=', account_id)
  return mails.orderBy('created_at').orderBy('id').execute()
}

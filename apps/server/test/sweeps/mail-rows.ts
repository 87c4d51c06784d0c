import { randomBytes, randomUUID } from 'node:crypto'
import { newFileKey } from '../../src/platform/files/file-name.js'
import { databaseOf } from '../../src/platform/database/of.js'
import { newForwardingAddress } from '../mails/deliver.js'
import type { TestServer } from '../server.js'

export async function addForwardingAddresses(server: TestServer, account_id: string) {
  for (let addresses = 0; addresses < 2; addresses += 1) await newForwardingAddress(server, account_id)
}

/** Of the oldest inbox, for sending only: the sweep connects to nothing. */
export async function addConnectedMailbox(server: TestServer, account_id: string, mark: () => string) {
  const { db } = databaseOf(server.platform)
  const inboxes = db.selectFrom('inboxes').select('id').where('account_id', '=', account_id).orderBy('created_at')
  const { id: inbox_id } = await inboxes.limit(1).executeTakeFirstOrThrow()
  const smtp = { host: 'smtp.sweep.test', port: 465, security: 'tls', user: mark() }
  const row = {
    account_id,
    inbox_id,
    email: `${mark().toLowerCase()}@sweep.test`,
    smtp,
    smtp_password_encrypted: mark(),
  }
  await db.insertInto('connected_mailboxes').values(row).execute()
}

interface Mailed {
  account_id: string
  customer_id: string
  conversation_id: string
  message_id: string
}

/** The mail from which a message came, and a mail with it that failed. */
export async function addMails(server: TestServer, mailed: Mailed, mark: () => string) {
  const { db } = databaseOf(server.platform)
  const { account_id, customer_id, conversation_id, message_id } = mailed
  const raw = Buffer.from(`From: ${mark()}@sweep.test\r\nSubject: ${mark()}\r\n\r\n${mark()}\r\n`)
  const unique_filename = newFileKey('mail.eml')
  await server.platform.files.put(unique_filename, raw, { content_type: 'message/rfc822' })
  const file = { filename: 'mail.eml', unique_filename, content_type: 'message/rfc822', size: raw.length }
  const stored = { ...file, account_id, customer_id, file_url: `/files/${unique_filename}`, unattached_since: null }
  const { id: raw_file_id } = await db.insertInto('files').values(stored).returning('id').executeTakeFirstOrThrow()
  const people = JSON.stringify([`${mark()}@sweep.test`]) as never
  const incoming = { taken_key: randomBytes(32), source: 'smtp', kind: 'person', verdict: 'pass' } as const
  await db
    .insertInto('incoming_mails')
    .values({ ...incoming, account_id, conversation_id, message_id, raw_file_id, people, subject: mark() })
    .execute()
  const outgoing = { kind: 'reply', state: 'failed', failure: mark(), subject: mark(), people } as const
  const message_ids = JSON.stringify([message_id]) as never
  const rfc_message_id = `<${randomUUID()}@sweep.test>`
  await db
    .insertInto('outgoing_mails')
    .values({ ...outgoing, account_id, conversation_id, message_ids, rfc_message_id })
    .execute()
}

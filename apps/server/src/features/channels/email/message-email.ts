import type { IncomingEmail, MessageEmail, OutgoingEmail } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { conflict, notFound } from '../../../platform/errors.js'
import { readMail } from '../../../platform/mail/incoming/read-mail.js'
import type { Platform } from '../../../platform/platform.js'
import { toInstantOrNull } from '../../../platform/wire-time.js'
import type { StoredSummary } from './mail-summary.js'
import { announceEmails } from './conversation-emails.js'
import { listMailsWith, toOutgoingEmail } from './outgoing-mails.js'
import { sendLater } from './send-later.js'

/** The mail behind a message, and the mails that were sent with it. */
export async function getMessageEmail(account: Account, platform: Platform, message_id: string): Promise<MessageEmail> {
  const message = account.from('messages').select('conversation_id').where('id', '=', message_id)
  const { conversation_id } = await message.executeTakeFirstOrThrow(() => notFound('Message'))
  const [incoming, sent] = await Promise.all([
    readIncoming(account, platform, message_id),
    listMailsWith(account, conversation_id, message_id),
  ])
  return { message_id, incoming, outgoing: sent.map(toOutgoingEmail) }
}

/** Reads the raw mail again, so that better rules for quotes also apply to older mails. */
async function readIncoming(account: Account, platform: Platform, message_id: string): Promise<IncomingEmail | null> {
  const stored = await findIncoming(account, message_id)
  if (!stored) return null
  const raw = await openOriginal(account, platform, message_id)
  const mail = await readMail(Buffer.concat((await raw.stream.toArray()) as Buffer[]), { to: [] })
  const { from, to, cc, subject, date, parts, folded_html } = mail
  const { verdict, thread_reason } = stored
  const { pictures = [] } = stored.summary as Partial<StoredSummary>
  const read = { from, to, cc, subject, date: toInstantOrNull(date), parts, html: folded_html }
  return { ...read, pictures, verdict, thread_reason }
}

const findIncoming = (account: Account, message_id: string) =>
  account.from('incoming_mails').selectAll().where('message_id', '=', message_id).limit(1).executeTakeFirst()

/** The bytes as they came. */
export async function openOriginal(account: Account, platform: Platform, message_id: string) {
  const { raw_file_id } = (await findIncoming(account, message_id)) ?? {}
  const file = raw_file_id
    ? await account.from('files').select('unique_filename').where('id', '=', raw_file_id).executeTakeFirst()
    : undefined
  const stored = file?.unique_filename ? await platform.files.get(file.unique_filename) : undefined
  if (!stored) throw notFound('Email')
  return stored
}

/** A mail that failed is sent again, before newer mails of its conversation. */
export async function retryMail(account: Account, id: string): Promise<OutgoingEmail> {
  return account.transaction(async (account) => {
    const mails = account.from('outgoing_mails').selectAll().where('id', '=', id).forUpdate()
    const mail = await mails.executeTakeFirstOrThrow(() => notFound('Email'))
    if (mail.state === 'sent') throw conflict('This email was sent already.')
    const changes = { state: 'queued' as const, failure: null, updated_at: new Date() }
    const queued = account.update('outgoing_mails').set(changes).where('id', '=', id).returningAll()
    await sendLater(account, mail)
    const email = toOutgoingEmail(await queued.executeTakeFirstOrThrow())
    await announceEmails(account, mail.message_ids as string[])
    return email
  })
}

import type { MailServerTest, NewImapSettings, NewSmtpSettings } from '@papercups/contract'
import type { Account } from '../../../../platform/account.js'
import { connectImap, withinTime } from '../../../../platform/mail/imap.js'
import { MailServerError, toMailServerError } from '../../../../platform/mail/mail-server.js'
import { connectSmtp } from '../../../../platform/mail/smtp.js'
import type { Platform } from '../../../../platform/platform.js'
import { getInbox } from '../../../account/inboxes/queries.js'
import { findMailboxRow, readImap, readSmtp } from './server-settings.js'

/** For the whole test. */
const TIME_MS = 9_500

/** Signs in and opens the folder for reading. */
export async function testImap(
  platform: Platform,
  account: Account,
  inbox_id: string,
  given: NewImapSettings,
  time_ms = TIME_MS,
): Promise<MailServerTest> {
  await getInbox(account, inbox_id)
  const server = readImap(platform, account, given, await findMailboxRow(account, inbox_id))
  return test(time_ms, async () => {
    const client = await connectImap(platform.outbound, server, { max_bytes: 1_000_000, time_ms })
    try {
      await client.mailboxOpen(server.folder, { readOnly: true }).catch((error: unknown) => {
        throw client.usable ? new MailServerError('no_folder', error) : error
      })
    } finally {
      client.close()
    }
  })
}

/** Signs in and sends nothing. */
export async function testSmtp(
  platform: Platform,
  account: Account,
  inbox_id: string,
  given: NewSmtpSettings,
  time_ms = TIME_MS,
): Promise<MailServerTest> {
  await getInbox(account, inbox_id)
  const server = readSmtp(platform, account, given, await findMailboxRow(account, inbox_id))
  return test(time_ms, async () => {
    const transport = await connectSmtp(platform.outbound, server, time_ms)
    await transport.verify().finally(() => transport.close())
  })
}

/** A connection that is too slow closes itself later. */
async function test(time_ms: number, connect: () => Promise<void>): Promise<MailServerTest> {
  try {
    await withinTime(connect(), time_ms)
    return { ok: true, reason: null, message: null }
  } catch (error) {
    const { reason, message } = toMailServerError(error)
    return { ok: false, reason, message }
  }
}

import type { ImapSettings } from '@papercups/contract'
import type { ImapFlow } from 'imapflow'
import type { Account, AccountTransaction } from '../../../../platform/account.js'
import type { Lane } from '../../../../platform/jobs/leased-work.js'
import { connectImap, withinTime } from '../../../../platform/mail/imap.js'
import { MailServerError, toMailServerError } from '../../../../platform/mail/mail-server.js'
import type { Platform } from '../../../../platform/platform.js'
import { mailFailing } from './mail-failing.js'
import { noteChecked, noteFailure, releaseLease, renewLease } from './mailbox-state.js'
import { storedServer, type MailboxRow } from './server-settings.js'
import { LostLease, openFolder, takeNewMails, type LeasedMailbox } from './take-new-mails.js'
import type { ClaimedMailbox } from './unscoped.js'

const RENEW_MS = 10_000
const OPEN_MS = 30_000
/** Servers sometimes forget to report a mail. */
const CHECK_MS = 5 * 60_000

/** Takes the new mail of one mailbox until the connection breaks. The caller has its lease. */
export function openWatcher(platform: Platform, claimed: ClaimedMailbox, lease: string): Lane {
  const account = platform.account(claimed.account_id)
  const { id } = claimed
  const bell = createBell()
  let client: ImapFlow | undefined
  let ended = false

  let stop = () => {}
  /** Rejects: nobody waits for a server that hangs. */
  const stopping = new Promise<never>((_, reject) => (stop = () => reject(new LostLease())))
  stopping.catch(() => {})
  const end = () => {
    ended = true
    stop()
    client?.close()
    bell.ring()
  }
  const renew = async () => {
    const [row] = await account.run(renewLease, id, lease)
    if (!row) end()
  }
  /** The next mail of the mailbox waits. */
  const hold = async (within: AccountTransaction) => {
    const held = within.from('connected_mailboxes').select('id').where('id', '=', id).where('leased_by', '=', lease)
    return (await held.forUpdate().executeTakeFirst()) !== undefined
  }
  const watch = async () => {
    const row = await account.from('connected_mailboxes').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row || row.leased_by !== lease) throw new LostLease()
    const connecting = connect(platform, account, row)
    connecting.then((late) => ended && late.close()).catch(() => {})
    client = await Promise.race([connecting, stopping])
    client.on('exists', bell.ring)
    client.on('close', bell.ring)
    const mailbox: LeasedMailbox = { id, lease, email: row.email, inbox_id: row.inbox_id, hold }
    const { folder, authserv_id } = row.imap as ImapSettings
    let next = await withinTime(openFolder(client, account, mailbox, folder), OPEN_MS, () => client?.close())
    while (!ended) {
      next = await takeNewMails({ platform, account, client, mailbox, authserv_id }, next)
      const [checked] = await account.run(noteChecked, id, lease)
      if (!checked) throw new LostLease()
      await waitForMail(platform, client, bell)
      if (!client.usable && !ended) throw new MailServerError('connection')
    }
  }

  const run = async () => {
    const renewing = setInterval(() => void renew().catch(end), RENEW_MS)
    try {
      await watch()
    } catch (error) {
      if (!ended && !(error instanceof LostLease)) await fail(platform, account, { id, lease }, error)
    } finally {
      ended = true
      clearInterval(renewing)
      client?.close()
    }
    await account.run(releaseLease, id, lease)
    return false
  }
  const done = run().catch((error: unknown) => {
    // The lease runs out, and another try begins.
    platform.log.error({ err: error, mailbox_id: id }, 'mail: a connected mailbox stopped')
    return false
  })
  return { fill() {}, stop: end, done }
}

function connect(platform: Platform, account: Account, row: MailboxRow) {
  const server = storedServer(platform, account, row.imap as ImapSettings, row.imap_password_encrypted)
  if (!server) throw new MailServerError('wrong_password')
  return connectImap(platform.outbound, server, { max_bytes: platform.config.mail_in_max_mb * 1_000_000 })
}

/** Until the server says that there is new mail. Servers that do not say it are asked again after a while. */
async function waitForMail(platform: Platform, client: ImapFlow, bell: Bell) {
  const rung = bell.wait()
  if (client.capabilities.has('IDLE')) {
    // It ends with the next command. If it ends before, the server refuses it.
    const idle = client.idle().catch(() => false)
    const timer = setTimeout(bell.ring, CHECK_MS)
    const is_rung = await Promise.race([rung.then(() => true), idle.then(() => false)])
    clearTimeout(timer)
    if (is_rung || !client.usable) return
  }
  const timer = setTimeout(bell.ring, platform.config.mailbox_poll_seconds * 1_000)
  await rung
  clearTimeout(timer)
  if (client.usable) await client.noop()
}

async function fail(platform: Platform, account: Account, held: { id: string; lease: string }, error: unknown) {
  const { reason } = toMailServerError(error)
  const level = reason === 'not_stored' ? 'error' : 'warn'
  // An error about a password says nothing more, and might contain it.
  const err = reason === 'wrong_password' ? undefined : error
  platform.log[level]({ err, mailbox_id: held.id, reason }, 'mail: a connected mailbox failed')
  await account.transaction(async (account) => {
    const [failed] = await account.run(noteFailure, held.id, held.lease, reason)
    if (!failed?.must_mail) return
    const mailed = account.update('connected_mailboxes').set({ admins_mailed_at: new Date() })
    await mailed.where('id', '=', held.id).execute()
    await account.enqueue(mailFailing, { mailbox_id: held.id })
  })
}

type Bell = ReturnType<typeof createBell>

/** A ring before the wait counts. */
function createBell() {
  let rung = false
  let answer = () => {}
  return {
    ring() {
      rung = true
      answer()
    },
    async wait() {
      if (!rung) await new Promise<void>((resolve) => (answer = resolve))
      rung = false
    },
  }
}

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { callbackify } from 'node:util'
import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { canonicalEmail } from '../../../platform/canonical.js'
import { HttpError } from '../../../platform/errors.js'
import { defineWorker } from '../../../platform/feature.js'
import { checkSender, type MailOrigin } from '../../../platform/mail/incoming/check-sender.js'
import type { Platform } from '../../../platform/platform.js'
import { listen } from '../../../platform/startup.js'
import { StartupError } from '../../../platform/startup-error.js'
import { findRecipient, type Recipient } from './find-recipient.js'
import { takeMail, type MailOutcome } from './take-mail.js'

const MAX_CLIENTS = 50
/** Of one IP, so that nobody can take all connections. */
const MAX_CLIENTS_OF_IP = 20
const MAX_RECIPIENTS = 50
/** Without a byte for this long, the connection is closed. */
const SILENCE_MS = 60_000
/** A mail that takes longer is not finished: its sender holds the connection. */
const MAIL_MS = 10 * 60_000
const LARGE = 1_000_000

/** Takes mail from other mail servers. Off until `MAIL_IN_PORT` and `MAIL_IN_DOMAIN` are set. */
export const smtpReceiver = defineWorker({
  name: 'email.smtp-receiver',
  start(platform) {
    const { mail_in_port, mail_in_domain } = platform.config
    if (mail_in_port === undefined || !mail_in_domain) return { wake() {}, stop: async () => {} }
    const opening = openReceiver(platform, mail_in_port)
    const close = (server: SMTPServer) => new Promise<void>((stopped) => void server.close(() => stopped()))
    return {
      wake() {},
      started: opening.then(() => undefined),
      stop: () => opening.then(close, () => undefined),
    }
  },
})

async function openReceiver(platform: Platform, port: number) {
  const { host } = platform.config
  const server = createReceiver(platform)
  server.on('error', (error: Error) =>
    platform.log.warn({ err: error }, 'mail: a connection of the SMTP receiver failed'),
  )
  const open = () => {
    server.listen(port, host)
    return once(server.server, 'listening')
  }
  await listen(open, { setting: 'MAIL_IN_PORT', port, host })
  platform.log.info({ port }, 'mail: the SMTP receiver listens')
  return server
}

/** A reply for the other server. */
class Reply extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/** `resolver` replaces DNS in tests, and `silence_ms` shortens their waiting. */
export function createReceiver(platform: Platform, resolver?: MailOrigin['resolver'], silence_ms = SILENCE_MS) {
  const { config, log } = platform
  const { mail_tls_key, mail_tls_cert } = config
  const tls =
    mail_tls_key && mail_tls_cert
      ? { key: readTlsFile('MAIL_TLS_KEY', mail_tls_key), cert: readTlsFile('MAIL_TLS_CERT', mail_tls_cert) }
      : undefined
  const recipients: Receiving['recipients'] = new WeakMap()
  const clients = new Map<string, number>()
  const counted = new MinuteCounter(config.mail_in_per_minute)

  /** Other failures are temporary: the other server keeps the mail and sends it again. */
  const answer = (work: () => Promise<void>, done: (error?: Error | null) => void) =>
    callbackify(async () => {
      try {
        await work()
      } catch (error) {
        if (error instanceof Reply) throw error
        if (error instanceof HttpError && error.status === 507) throw new Reply(452, '4.3.1 The disk is full')
        // The sender went away in the middle of a mail. It sends the mail again.
        if ((error as { code?: string }).code === 'ECONNECTION') throw new Reply(421, '4.4.2 The connection was lost')
        log.error({ err: error }, 'mail: an incoming mail could not be stored')
        throw new Reply(451, '4.3.0 Try again later')
      }
    })(done)

  return new SMTPServer({
    ...tls,
    name: config.mail_in_domain,
    banner: 'Papercups',
    size: config.mail_in_max_mb * 1_000_000,
    authOptional: true,
    disabledCommands: ['AUTH', ...(tls ? [] : ['STARTTLS'])],
    disableReverseLookup: true,
    maxClients: MAX_CLIENTS,
    socketTimeout: silence_ms,
    closeTimeout: 3_000,
    onConnect({ remoteAddress }, done) {
      const open = (clients.get(remoteAddress) ?? 0) + 1
      clients.set(remoteAddress, open)
      done(open > MAX_CLIENTS_OF_IP ? new Reply(421, '4.7.0 Too many connections') : null)
    },
    onClose({ remoteAddress }) {
      const open = (clients.get(remoteAddress) ?? 1) - 1
      if (open > 0) clients.set(remoteAddress, open)
      else clients.delete(remoteAddress)
    },
    onRcptTo(address, session, done) {
      answer(async () => {
        if (session.envelope.rcptTo.length >= MAX_RECIPIENTS) throw new Reply(452, '4.5.3 Too many recipients')
        const email = canonicalEmail(address.address)
        const recipient = await findRecipient(platform, [email])
        if (!recipient) throw new Reply(550, '5.1.1 No such recipient here')
        if (!counted.allows(email)) throw new Reply(450, '4.2.1 Too many mails for this recipient')
        recipients.set(address, recipient)
      }, done)
    },
    onData: (stream, session, done) => answer(() => receive({ platform, recipients, resolver }, stream, session), done),
  })
}

function readTlsFile(setting: string, file: string) {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new StartupError(`The file of ${setting} cannot be read: ${(error as Error).message}`)
  }
}

interface Receiving {
  platform: Platform
  /** Found when the other server named them. */
  recipients: WeakMap<SMTPServerAddress, Recipient>
  resolver: MailOrigin['resolver']
}

async function receive(
  { platform, recipients, resolver }: Receiving,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
) {
  const raw = await readAll(stream, platform.config.mail_in_max_mb * 1_000_000)
  const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
  const { remoteAddress: ip, hostNameAppearsAs: helo } = session
  const verdict = checkSender(raw, { ip, helo, envelope_from: from, resolver })
  const outcomes: MailOutcome[] = []
  // Each recipient alone: they may belong to different accounts. A repeated mail of one account is taken once.
  for (const address of session.envelope.rcptTo) {
    const envelope = { from, to: [address.address] }
    const recipient = recipients.get(address)
    outcomes.push(await takeMail(platform, { raw, envelope, source: 'smtp', verdict, recipient }))
  }
  if (outcomes.every(({ state }) => state === 'refused')) throw new Reply(550, '5.7.1 This mail is not accepted')
}

/**
 * Joining the parts of a large mail at its end would take its memory twice, so they are copied into one buffer. The system gives
 * it memory only where something is written.
 */
async function readAll(stream: SMTPServerDataStream, most: number) {
  const parts: Buffer[] = []
  let whole: Buffer | undefined
  let size = 0
  const begun = Date.now()
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length
    if (Date.now() - begun > MAIL_MS) throw new Reply(421, '4.4.2 The mail took too long')
    if (size > most) {
      // The rest is read and dropped, because SMTP has no other way to refuse it.
      parts.length = 0
      whole = undefined
    } else if (whole) part.copy(whole, size - part.length)
    else parts.push(part)
    if (!whole && size > LARGE && size <= most) {
      whole = Buffer.allocUnsafeSlow(most)
      let at = 0
      for (const one of parts.splice(0)) at += one.copy(whole, at)
    }
  }
  if (size > most) throw new Reply(552, '5.3.4 The mail is too large')
  return whole?.subarray(0, size) ?? Buffer.concat(parts)
}

/** Above the limit, the other server tries again later. */
class MinuteCounter {
  readonly #most: number
  #minute = 0
  readonly #counts = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  allows(email: string) {
    const minute = Math.floor(Date.now() / 60_000)
    if (minute !== this.#minute) this.#counts.clear()
    this.#minute = minute
    const count = (this.#counts.get(email) ?? 0) + 1
    this.#counts.set(email, count)
    return count <= this.#most
  }
}

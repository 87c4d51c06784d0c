import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import type { Log } from '../log.js'
import type { Outbound } from '../outbound/outbound.js'
import { locate, type MailServer } from './mail-server.js'
import type { Transport } from './mailer.js'

/** A connection pool to a mail server. Uses STARTTLS when offered; the URL's query holds options. */
export function smtpTransport(url: string, retries: number, log: Log): Transport {
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
    // After these the job queue tries again later.
    maxRequeues: retries,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  pool.on('error', (error: Error) => log.warn({ err: error }, 'mail: a connection to the mail server broke'))

  return {
    async send(mail) {
      const { messageId, rejected } = await pool.sendMail(mail)
      return { message_id: messageId, rejected }
    },
    close: () => pool.close(),
  }
}

/** One connection to a mail server that a user gave. The caller closes it. */
export async function connectSmtp(outbound: Outbound, server: MailServer, time_ms = 10_000) {
  const ip = await locate(outbound, server)
  const { host, port, security, user, password } = server
  return createTransport({
    host: ip,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(!isIP(host) && { tls: { servername: host } }),
    auth: { user, pass: password },
    connectionTimeout: time_ms,
    greetingTimeout: time_ms,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

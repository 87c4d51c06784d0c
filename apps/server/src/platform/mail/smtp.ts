import { createTransport } from 'nodemailer'
import type { Log } from '../log.js'
import type { Transport } from './mailer.js'

/** A connection pool to a mail server. Uses STARTTLS when offered; the URL's query holds options. */
export function smtpTransport(url: string, log: Log): Transport {
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
    // The job queue retries later.
    maxRequeues: 1,
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

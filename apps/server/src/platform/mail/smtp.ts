import { createTransport } from 'nodemailer'
import type { Log } from '../log.js'
import type { Transport } from './mailer.js'

/** Kept connections to a mail server. STARTTLS wherever it is offered; its options may stand in the address's query. */
export function smtpTransport(url: string, log: Log): Transport {
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
    // The job queue tries again, later and for longer.
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

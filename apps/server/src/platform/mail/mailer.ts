import { join } from 'node:path'
import type { Config } from '../config.js'
import type { Log } from '../log.js'
import type { Metrics } from '../metrics.js'
import { checkRecipients } from './check-recipients.js'
import { compose, type ComposedMail, type Mail } from './compose.js'
import { openMailbox, type Mailbox } from './mailbox.js'
import { mailgunTransport } from './mailgun.js'
import { smtpTransport } from './smtp.js'

export interface Mailer {
  /** Throws `MailRefused` for an invalid mail, and the transport's error when a retry may help. */
  sendMail(mail: Mail): Promise<Delivery>
  /** Keeps the mail while no mail server is configured. */
  readonly mailbox: Mailbox | undefined
  close(): void
}

export interface Delivery {
  /** With its angle brackets. */
  message_id: string
  /** Recipients that the mail server refused while it accepted others. */
  rejected: string[]
}

/** Sends one composed mail. */
export interface Transport {
  send(mail: ComposedMail): Promise<Delivery>
  close(): void
}

export function createMailer(
  config: Pick<Config, 'smtp_url' | 'smtp_retries' | 'mailgun' | 'mail_from' | 'data_dir' | 'check_recipient_domains'>,
  log: Log,
  metrics?: Pick<Metrics, 'mailed'>,
): Mailer {
  const local = openMailbox(join(config.data_dir, 'mailbox'))
  const outside = outsideTransport(config, log)
  const transport = outside ?? local.transport
  if (!outside) log.warn('No mail server is configured (SMTP_URL): mail stays in the local mailbox')

  return {
    mailbox: outside ? undefined : local,
    async sendMail(mail) {
      const composed = compose(config.mail_from, mail)
      try {
        if (outside && config.check_recipient_domains) await checkRecipients(composed)
        const delivery = await transport.send(composed)
        metrics?.mailed('sent')
        if (delivery.rejected.length > 0)
          log.warn({ rejected: delivery.rejected.length }, 'mail: recipients turned away')
        return delivery
      } catch (error) {
        metrics?.mailed('failed')
        throw error
      }
    },
    close: () => transport.close(),
  }
}

function outsideTransport(config: Pick<Config, 'smtp_url' | 'smtp_retries' | 'mailgun'>, log: Log) {
  if (config.smtp_url) return smtpTransport(config.smtp_url, config.smtp_retries, log)
  return config.mailgun && mailgunTransport(config.mailgun)
}

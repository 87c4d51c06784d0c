import { createTransport } from 'nodemailer'
import { MailRefused } from './compose.js'
import type { Transport } from './mailer.js'

/** Mailgun's HTTP API, which takes the finished MIME text. */
export function mailgunTransport(
  { api_key, domain }: { api_key: string; domain: string },
  api = 'https://api.mailgun.net',
): Transport {
  const mime = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const authorization = `Basic ${Buffer.from(`api:${api_key}`).toString('base64')}`

  return {
    async send(mail) {
      // The MIME text must not contain Bcc: every recipient would see it.
      const { message, messageId } = await mime.sendMail({ ...mail, bcc: [] })
      const recipients = [...mail.to, ...mail.cc, ...mail.bcc]
      const body = new FormData()
      for (const address of recipients) body.append('to', address)
      body.append('message', new Blob([new Uint8Array(message as Buffer)], { type: 'message/rfc822' }), 'message.mime')
      const url = `${api}/v3/${encodeURIComponent(domain)}/messages.mime`
      const signal = AbortSignal.timeout(30_000)
      const response = await fetch(url, { method: 'POST', headers: { authorization }, body, signal })
      const text = await response.text()
      if (!response.ok) throw errorOf(response.status, text, recipients)
      return { message_id: messageId, rejected: [] }
    },
    close: () => mime.close(),
  }
}

/** Statuses that are about this mail. Others are about the settings, the plan or an outage: a later try may succeed. */
const FINAL = new Set([400, 413, 422])

function errorOf(status: number, text: string, recipients: string[]) {
  const reason = reasonIn(text)
  const words = `Mailgun answered ${status}${reason && `: ${reason}`}`
  // A 403 may also mean that the domain may not send at all.
  const names_recipient = recipients.some((address) => reason.toLowerCase().includes(address.toLowerCase()))
  return FINAL.has(status) || (status === 403 && names_recipient) ? new MailRefused(words) : new Error(words)
}

/** Mailgun's own words. Other servers on the way answer with pages of HTML. */
function reasonIn(text: string) {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' ? message.slice(0, 500) : ''
  } catch {
    return ''
  }
}

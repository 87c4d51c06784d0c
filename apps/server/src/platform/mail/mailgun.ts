import { createTransport } from 'nodemailer'
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
      const body = new FormData()
      for (const address of [...mail.to, ...mail.cc, ...mail.bcc]) body.append('to', address)
      body.append('message', new Blob([new Uint8Array(message as Buffer)], { type: 'message/rfc822' }), 'message.mime')
      const url = `${api}/v3/${encodeURIComponent(domain)}/messages.mime`
      const signal = AbortSignal.timeout(30_000)
      const response = await fetch(url, { method: 'POST', headers: { authorization }, body, signal })
      await response.text()
      if (!response.ok) throw new Error(`Mailgun answered ${response.status}`)
      return { message_id: messageId, rejected: [] }
    },
    close: () => mime.close(),
  }
}

import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { call } from '../people.js'
import { expect } from '../story.js'

const SECRET = 'the secret of the mail server'

/** For `install`: a server that takes mail over HTTP. */
export const TAKES_MAIL = { MAIL_IN_DOMAIN: 'chat.acme.test', MAIL_IN_SECRET: SECRET, MAIL_FROM: 'help@acme.test' }

interface Written {
  from?: string
  to?: string
  cc?: string
  subject?: string
  /** With its headers. */
  content: string
}

/** The company gets a forwarding address. Returns a function that mails to it. */
export async function takesMail(agent: Page) {
  const { forwarding_email_address: address } = await call<{ forwarding_email_address: string }>(
    agent,
    '/api/forwarding_addresses',
    { data: { forwarding_address: { source_email_address: 'help@acme.test' } } },
  )
  return async ({
    from = 'Dana <dana@shop.test>',
    to = 'help@acme.test',
    cc,
    subject = 'Order 7',
    content,
  }: Written) => {
    const id = `<${randomUUID()}@shop.test>`
    const head = [`From: ${from}`, `To: ${to}`, ...(cc ? [`Cc: ${cc}`] : []), `Subject: ${subject}`]
    const raw = [...head, `Message-ID: ${id}`, 'MIME-Version: 1.0', content].join('\n').replace(/\r?\n/g, '\r\n')
    const headers = { 'content-type': 'message/rfc822', authorization: `Bearer ${SECRET}` }
    const answer = await agent.request.post(`/api/mail/inbound?to=${address}`, { data: Buffer.from(raw), headers })
    expect(answer.ok()).toBe(true)
  }
}

export const plain = (text: string) => `Content-Type: text/plain; charset=utf-8\n\n${text}`
export const html = (text: string) => `Content-Type: text/html; charset=utf-8\n\n${text}`

/** As the mail server of the recipient reports that it refused a mail of ours. */
export const bounce = (
  email: string,
  message_id: string,
) => `Content-Type: multipart/report; report-type=delivery-status; boundary=r1

--r1
${plain('Your mail could not be delivered.')}
--r1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.shop.test

Final-Recipient: rfc822; ${email}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 User unknown
--r1
Content-Type: message/rfc822

Message-ID: ${message_id}
--r1--
`

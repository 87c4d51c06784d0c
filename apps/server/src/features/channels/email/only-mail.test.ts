import type { AddressInfo } from 'node:net'
import { createTransport, type Transporter } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { jobsDone, reactionsDone } from '../../../../test/mail.js'
import { mail, multipart, plain } from '../../../../test/mails/build.js'
import { startMailStory } from '../../../../test/mails/mail-story.js'
import { createReceiver } from './smtp-receiver.js'
import { mailOverdueAnswers } from './mail-unseen.js'

const noDns = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))
let world: Awaited<ReturnType<typeof startMailStory>>
let client: Transporter
let stop: () => Promise<void>
beforeAll(async () => {
  world = await startMailStory({ REPLY_MAILS_PER_HOUR: '2' })
  const receiver = createReceiver(world.server.platform, noDns)
  await new Promise<void>((ready) => void receiver.listen(0, '127.0.0.1', ready))
  const { port } = receiver.server.address() as AddressInfo
  client = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  stop = async () => {
    await new Promise<void>((stopped) => void receiver.close(() => stopped()))
    await world.stop()
  }
})
afterAll(() => stop())

async function sent() {
  await reactionsDone(world.server)
  await jobsDone(world.server)
}

test('an account that never had a widget works by mail alone, and shows a bounce live', async () => {
  const ada = await world.newAgent()
  const { id: inbox_id } = await ada.data('GET', '/api/inboxes/primary')
  const source_email_address = 'help@acme.test'
  const forwarding_address = { inbox_id, description: 'Support', source_email_address }
  const address = await ada.data('POST', '/api/forwarding_addresses', { forwarding_address })
  const to = address.forwarding_email_address as string
  const email = `dora-${inbox_id}@example.test`
  const first = mail(`From: Dora <${email}>\nSubject: Order 7\nMessage-ID: <first-${email}>`, plain('Where is it?'))
  await client.sendMail({ envelope: { from: email, to }, raw: first })

  const [conversation] = await ada.data('GET', '/api/conversations?status=open')
  expect(conversation).toMatchObject({ source: 'email', inbox_id, subject: 'Order 7', read: false })
  const customer = await ada.data('GET', `/api/customers/${conversation.customer_id}?expand[]=conversations`)
  expect(customer).toMatchObject({ name: 'Dora', email })

  const changes: Array<{ outgoing: Array<{ state: string; failure: string | null }> }> = []
  ;(await ada.listen()).on('email:changed', (change) => changes.push(change))
  const message = await ada.sends({ conversation_id: conversation.id, body: 'It left our house.' })
  await sent()
  const [answer] = await world.outside.mailsTo(email)
  expect(answer).toMatchObject({ subject: 'Re: Order 7', inReplyTo: `<first-${email}>` })

  // The other server took the mail and could not deliver it. Its report has no sender.
  const reply_to = world.outside.caught.findLast((one) => one.to.includes(email))?.from ?? ''
  const status = `Reporting-MTA: dns; mx.example.test\n\nFinal-Recipient: rfc822; ${email}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 No such user`
  const report = multipart('report; report-type=delivery-status', [
    plain('Not delivered'),
    `Content-Type: message/delivery-status\n\n${status}\n`,
    `Content-Type: message/rfc822\n\nMessage-ID: ${answer?.messageId}\nSubject: Re: Order 7\n\nIt left\n`,
  ])
  const bounce = mail(`From: mailer-daemon@mx.example.test\nTo: ${reply_to}\nMessage-ID: <bounce-${email}>`, report)
  await client.sendMail({ envelope: { from: '', to: reply_to }, raw: bounce })
  await ada.hearOut()
  expect(changes.at(-1)).toMatchObject({
    message_id: message.id,
    outgoing: [{ state: 'bounced', failure: expect.stringContaining('No such user') as string }],
  })
  expect(await ada.data('POST', '/api/suppressed_emails/find', { emails: [email] })).toEqual([
    { email, reason: 'bounce' },
  ])
})

test('one customer gets at most so many automatic mails in an hour', async () => {
  const { carla, email, says } = await world.chat()
  const { pool } = databaseOf(world.server.platform)
  for (const body of ['One', 'Two', 'Three']) {
    await says(body)
    await reactionsDone(world.server)
    await pool.query(
      'update unseen_answers set mail_at = now() - make_interval(secs => 1) where conversation_id = $1',
      [carla.conversation_id],
    )
    await mailOverdueAnswers(world.server.platform)
    await sent()
  }
  expect(await world.outside.mailsTo(email)).toHaveLength(2)
})

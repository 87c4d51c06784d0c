import { afterAll, beforeAll, expect, test } from 'vitest'
import { reactionsDone } from '../../../../test/mail.js'
import { mail, multipart, plain } from '../../../../test/mails/build.js'
import { deliver } from '../../../../test/mails/deliver.js'
import { startMailStory } from '../../../../test/mails/mail-story.js'

let world: Awaited<ReturnType<typeof startMailStory>>
beforeAll(async () => {
  world = await startMailStory()
})
afterAll(() => world.stop())

test('of a mail to several people, the failure names those who did not get it', async () => {
  const { conversation_id, email, answers, states } = await world.mailConversation()
  const [eve, bob] = [`eve-${conversation_id}@example.test`, `bob-${conversation_id}@example.test`]
  await answers('It left our house.', { email: { to: [email], cc: [eve, bob] } })
  await reactionsDone(world.server)
  expect(await states()).toEqual([{ state: 'sent', failure: null }])

  const [sent] = await world.outside.mailsTo(eve)
  const reply_to = world.outside.caught.findLast(({ to }) => to.includes(eve))?.from ?? ''
  const recipients = [eve, bob].map(
    (one) => `Final-Recipient: rfc822; ${one}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 No such user`,
  )
  const report = multipart('report; report-type=delivery-status', [
    plain('Not delivered'),
    `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.test\n\n${recipients.join('\n\n')}\n`,
    `Content-Type: message/rfc822\n\nMessage-ID: ${sent?.messageId}\n\nIt left\n`,
  ])
  const bounce = mail(`From: mailer-daemon@mx.example.test\nMessage-ID: <bounce-${eve}>`, report)
  expect(await deliver(world.server, reply_to, bounce)).toEqual({ state: 'ignored', reason: 'bounce' })
  expect(await states()).toEqual([{ state: 'bounced', failure: `${eve}, ${bob}: 550 No such user` }])
})

test('a complaint is shown at its mail, which arrived, and ends automatic mail', async () => {
  const { ada, email, answers, states } = await world.mailConversation()
  await answers('Faster now.')
  await reactionsDone(world.server)
  const [sent] = await world.outside.mailsTo(email)
  const reply_to = world.outside.caught.findLast(({ to }) => to.includes(email))?.from ?? ''
  const report = multipart('report; report-type=feedback-report', [
    plain('This is an email abuse report.'),
    `Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nOriginal-Rcpt-To: ${email}\n`,
    `Content-Type: message/rfc822\n\nMessage-ID: ${sent?.messageId}\n\nFaster\n`,
  ])
  const complaint = mail(`From: staff@example.test\nMessage-ID: <complaint-${email}>`, report)
  expect(await deliver(world.server, reply_to, complaint)).toEqual({ state: 'ignored', reason: 'complaint' })
  expect(await states()).toEqual([{ state: 'sent', failure: `Marked as spam by ${email}` }])
  expect(await ada.data('POST', '/api/suppressed_emails/find', { emails: [email] })).toEqual([
    { email, reason: 'complaint' },
  ])
})

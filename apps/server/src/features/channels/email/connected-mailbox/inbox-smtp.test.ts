import PostalMime from 'postal-mime'
import { beforeAll, expect, test, vi } from 'vitest'
import { connectMailbox } from '../../../../../test/connected-mailboxes.js'
import { ImapServer } from '../../../../../test/imap-server.js'
import { expectErrors } from '../../../../../test/logged-errors.js'
import { jobsDone, mailsTo, reactionsDone } from '../../../../../test/mail.js'
import { startMailServer } from '../../../../../test/mail-server.js'
import { startNameServer } from '../../../../../test/name-server.js'
import { mail, plain } from '../../../../../test/mails/build.js'
import { startTestServer, type TestServer } from '../../../../../test/server.js'
import { Visitor } from '../../../../../test/story.js'
import { databaseOf } from '../../../../platform/database/of.js'
import { mailOverdueAnswers } from '../mail-unseen.js'

let server: TestServer
let password = 'app password'
let outside: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  server = await startTestServer({ env: { MAIL_IN_DOMAIN: 'chat.acme.test' } })
  outside = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (login, _, done) =>
      login.username === 'help@acme.test' && login.password === password
        ? done(null, { user: login.username })
        : done(new Error('Invalid login')),
    onRcptTo: ({ address }, _, done) =>
      done(address.startsWith('gone') ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null),
  })
  return () => outside.stop()
})

async function mailboxWithSmtp(on = server) {
  const imap = await new ImapServer().listen()
  const smtp = { host: '127.0.0.1', port: outside.port, security: 'none', user: 'help@acme.test', password }
  const mailbox = await connectMailbox(on, imap, { smtp, from_name: 'Acme Help' })
  imap.receive(mail('Message-ID: <first@example.test>\nSubject: Parcel', plain('Where is my parcel?')))
  await mailbox.has('Where is my parcel?')
  const [{ conversation_id } = { conversation_id: null }] = await mailbox.mails()
  return { imap, mailbox, conversation_id: String(conversation_id) }
}

test('an answer leaves through the mail server of the inbox, and its answer comes back to the thread', async () => {
  const { imap, mailbox, conversation_id } = await mailboxWithSmtp()
  await mailbox.ada.sends({ conversation_id, body: 'It arrives **today**.' })
  await reactionsDone(server)

  const [sent] = outside.caught
  expect(sent).toMatchObject({ from: 'help@acme.test', to: ['carla@example.test'], user: 'help@acme.test' })
  const answer = await PostalMime.parse(sent?.raw ?? '')
  expect(answer).toMatchObject({
    from: { name: 'Acme Help', address: 'help@acme.test' },
    subject: 'Re: Parcel',
    inReplyTo: '<first@example.test>',
  })
  // Answers come to the mailbox itself.
  expect(answer.replyTo).toBeUndefined()
  expect(await mailsTo(server, 'carla@example.test')).toEqual([])

  const headers = `Message-ID: <second@example.test>\nSubject: Re: Parcel\nIn-Reply-To: ${answer.messageId}`
  imap.receive(mail(headers, plain('Thanks!')))
  await mailbox.has('Where is my parcel?', 'Thanks!')
  const mails = await mailbox.mails()
  expect(mails.map((one) => [one.conversation_id, one.thread_reason])).toEqual([
    [conversation_id, 'new'],
    [conversation_id, 'references'],
  ])
})

test('a mail server that refuses the password is shown, and the answer waits', async () => {
  const { mailbox, conversation_id } = await mailboxWithSmtp()
  const before = outside.caught.length
  password = 'changed'
  expectErrors(/Invalid login/)
  const message = await mailbox.ada.sends({ conversation_id, body: 'On its way.' })
  const settings = () => mailbox.ada.data('GET', mailbox.path)
  await vi.waitFor(async () => expect(await settings()).toMatchObject({ smtp_failure: { reason: 'wrong_password' } }), {
    timeout: 20_000,
  })
  const { outgoing } = await mailbox.ada.data('GET', `/api/messages/${message.id}/email`)
  expect(outgoing).toMatchObject([{ state: 'queued', failure: expect.stringContaining('Invalid login') as string }])
  const alerts = async () => (await mailsTo(server, mailbox.ada.email)).map(({ subject }) => subject)
  await vi.waitFor(async () => expect(await alerts()).toContain('Your mailbox stopped working'), { timeout: 20_000 })

  password = 'app password'
  await mailbox.ada.post(`/api/outgoing_mails/${outgoing[0].id}/retry`)
  await vi.waitFor(() => expect(outside.caught.length).toBe(before + 1), { timeout: 20_000 })
  await vi.waitFor(async () => expect(await settings()).toMatchObject({ smtp_failure: null }), { timeout: 20_000 })
})

test('recipients that the mail server of the inbox refuses are listed, and the others get the mail', async () => {
  const { mailbox, conversation_id } = await mailboxWithSmtp()
  const email = { to: ['carla@example.test'], cc: ['gone@example.test'] }
  const message = await mailbox.ada.sends({ conversation_id, body: 'To both.', email })
  await reactionsDone(server)
  await jobsDone(server)
  const { outgoing } = await mailbox.ada.data('GET', `/api/messages/${message.id}/email`)
  expect(outgoing).toMatchObject([{ state: 'sent', failure: 'Refused: gone@example.test' }])
  expect(outside.caught.at(-1)?.to).toEqual(['carla@example.test'])
})

test('refuses a mail to a domain that does not exist before the mail server of the inbox gets it', async () => {
  const checking = await startTestServer({ env: { DISABLE_EMAIL_VALIDITY_CHECK: 'false' } })
  const { mailbox, conversation_id } = await mailboxWithSmtp(checking)
  const names = await startNameServer()
  const before = outside.caught.length
  try {
    const email = { to: ['carla@gmial.test'] }
    const message = await mailbox.ada.sends({ conversation_id, body: 'Are you there?', email })
    await reactionsDone(checking)
    await jobsDone(checking)
    const { outgoing } = await mailbox.ada.data('GET', `/api/messages/${message.id}/email`)
    expect(outgoing).toMatchObject([{ state: 'failed', failure: 'No server takes mail for gmial.test' }])
    expect(outside.caught.length).toBe(before)
  } finally {
    names.stop()
  }
})

test('a chat answer that was not seen leaves through the mail server of the inbox', async () => {
  const { mailbox } = await mailboxWithSmtp()
  const { ada } = mailbox
  const visitor = await new Visitor(server.url).arrives(ada.account_id, { name: 'Dora', email: 'dora@example.test' })
  await visitor.opensChat()
  const message = await ada.sends({ conversation_id: visitor.conversation_id, body: 'Are you still there?' })
  await reactionsDone(server)
  const { pool } = databaseOf(server.platform)
  await pool.query('update unseen_answers set mail_at = now() - make_interval(secs => 1) where conversation_id = $1', [
    visitor.conversation_id,
  ])
  await mailOverdueAnswers(server.platform)
  const outgoing = async () => (await ada.data('GET', `/api/messages/${message.id}/email`)).outgoing as unknown
  await expect.poll(outgoing, { timeout: 20_000 }).toMatchObject([{ state: 'sent', failure: null }])

  const notice = outside.caught.find(({ to }) => to.includes('dora@example.test'))
  expect(notice).toMatchObject({ from: 'help@acme.test', user: 'help@acme.test' })
  const read = await PostalMime.parse(notice?.raw ?? '')
  expect(read.from).toEqual({ name: 'Acme Help', address: 'help@acme.test' })
  expect(read.text).toContain('Are you still there?')
  expect(await mailsTo(server, 'dora@example.test')).toEqual([])
})

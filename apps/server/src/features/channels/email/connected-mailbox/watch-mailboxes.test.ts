import { beforeAll, expect, test, vi } from 'vitest'
import { connectMailbox } from '../../../../../test/connected-mailboxes.js'
import { ImapServer } from '../../../../../test/imap-server.js'
import { jobsDone, mailsTo } from '../../../../../test/mail.js'
import { mail, plain } from '../../../../../test/mails/build.js'
import { startTestServer, type TestServer } from '../../../../../test/server.js'
import { databaseOf } from '../../../../platform/database/of.js'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { MAILBOX_POLL_SECONDS: '1', MAIL_IN_MAX_MB: '1' } })
})

let count = 0

/** From Carla, unless the headers say something else. */
const newMail = (text: string, headers = '') => mail(`Message-ID: <${++count}@example.test>\n${headers}`, plain(text))

test.each([{ idle: true }, { idle: false }])('takes new mail once and changes nothing ($idle)', async (options) => {
  const imap = await new ImapServer(options).listen()
  imap.receive(newMail('From last year'))
  const mailbox = await connectMailbox(server, imap)
  imap.receive(newMail('Hello'))
  await mailbox.has('Hello')
  imap.receive(newMail('Again'))
  await mailbox.has('Hello', 'Again')
  await mailbox.remembers(3)

  const [first] = await mailbox.mails()
  expect(first).toMatchObject({ source: 'imap', from_email: 'carla@example.test', verdict: 'unknown' })
  const conversation = await mailbox.ada.data('GET', `/api/conversations/${first?.conversation_id}`)
  expect(conversation).toMatchObject({ inbox_id: mailbox.inbox_id, source: 'email' })
  expect(imap.commands.filter((command) => /^SELECT|STORE|EXPUNGE|MOVE/.test(command))).toEqual([])
  expect(imap.commands.includes('IDLE')).toBe(options.idle)
  await mailbox.reaches({ state: 'connected', last_mail_at: expect.stringMatching(/Z$/) as string })
})

test('a crash between storing a mail and remembering it leaves one message', async () => {
  const imap = await new ImapServer().listen()
  const mailbox = await connectMailbox(server, imap)
  imap.receive(newMail('Once'))
  await mailbox.remembers(1)
  const { pool } = databaseOf(server.platform)
  await pool.query('update connected_mailboxes set last_uid = 0 where inbox_id = $1', [mailbox.inbox_id])
  imap.disconnectAll()
  await mailbox.remembers(1)
  imap.receive(newMail('Next'))
  await mailbox.has('Once', 'Next')
  expect(await mailbox.mails()).toHaveLength(2)
})

test('a folder that is numbered anew loses no mail and repeats none', async () => {
  const imap = await new ImapServer().listen()
  imap.receive(newMail('From last year'), new Date('2025-01-01'))
  const mailbox = await connectMailbox(server, imap)
  imap.receive(newMail('One'))
  imap.receive(newMail('Two'))
  await mailbox.has('One', 'Two')

  // The server is away meanwhile.
  imap.before = (_, socket) => void socket.destroy()
  imap.disconnectAll()
  await mailbox.reaches({ state: 'failing', failure: { reason: 'connection' } })
  imap.receive(newMail('Three'))
  imap.renumber()
  imap.before = () => {}
  await mailbox.has('One', 'Two', 'Three')
  imap.receive(newMail('Four'))
  await mailbox.has('One', 'Two', 'Three', 'Four')
  expect(await mailbox.mails()).toHaveLength(4)
  await mailbox.reaches({ state: 'connected', failure: null })
})

test('a wrong password is shown, the admins get one mail, and nothing is lost', async () => {
  const imap = await new ImapServer().listen()
  const mailbox = await connectMailbox(server, imap)
  imap.password = 'another password'
  imap.disconnectAll()
  imap.receive(newMail('Is anybody there?'))
  await mailbox.reaches({ state: 'failing', failure: { reason: 'wrong_password' } })
  const mails = () => mailsTo(server, mailbox.ada.email)
  const alerts = async () => (await mails()).filter(({ subject }) => subject === 'Your mailbox stopped working')
  await vi.waitFor(async () => expect(await alerts()).toHaveLength(1), { timeout: 30_000, interval: 100 })
  const { pool } = databaseOf(server.platform)
  const logins = () => imap.commands.filter((command) => command === 'LOGIN').length
  const before = logins()
  await pool.query('update connected_mailboxes set retry_at = now() where inbox_id = $1', [mailbox.inbox_id])
  await vi.waitFor(() => expect(logins()).toBeGreaterThan(before), { timeout: 30_000, interval: 100 })
  await jobsDone(server)
  const [alert, ...more] = await alerts()
  expect(more).toEqual([])
  expect(alert?.text).toContain('help@acme.test')
  expect(alert?.text).toContain(`/inboxes/${mailbox.inbox_id}/email-forwarding`)

  await mailbox.ada.data('PUT', mailbox.path, {
    connected_mailbox: { email: 'help@acme.test', imap: imap.settings },
  })
  await mailbox.has('Is anybody there?')
  await mailbox.reaches({ state: 'connected', failure: null })
})

test('a mail that is too large, or that the server cannot give, does not hold up the next', async () => {
  const imap = await new ImapServer().listen()
  const mailbox = await connectMailbox(server, imap)
  imap.receive(newMail('x'.repeat(1_100_000)))
  imap.receive(newMail('After the large one'))
  await mailbox.has('After the large one')
  await mailbox.reaches({ left_out: 1, left_out_reason: 'too_large' })

  imap.refuses = /^UID FETCH 3 .*BODY/
  imap.receive(newMail('Broken'))
  imap.receive(newMail('After the broken one'))
  await mailbox.has('After the large one', 'After the broken one')
  expect(await mailbox.mails()).toHaveLength(2)
  await mailbox.reaches({ state: 'connected', left_out: 2, left_out_reason: 'unreadable' })
})

test('a mailbox whose server hangs is shown, and the others go on', async () => {
  const [stuck, working] = [await new ImapServer().listen(), await new ImapServer().listen()]
  const first = await connectMailbox(server, stuck)
  const second = await connectMailbox(server, working)
  stuck.greets = false
  stuck.disconnectAll()
  stuck.receive(newMail('I wait'))
  working.receive(newMail('I do not'))
  await second.has('I do not')
  await first.reaches({ state: 'failing', failure: { reason: 'timeout' } })

  stuck.greets = true
  const { pool } = databaseOf(server.platform)
  await pool.query('update connected_mailboxes set retry_at = now() where inbox_id = $1', [first.inbox_id])
  await first.has('I wait')
  expect(await first.mails()).toHaveLength(1)
})

test('mail of the own address becomes no conversation', async () => {
  const imap = await new ImapServer().listen()
  const mailbox = await connectMailbox(server, imap)
  imap.receive(newMail('A copy for myself', 'From: Help <Help@Acme.test>'))
  imap.receive(newMail('Hello'))
  await mailbox.has('Hello')
  expect(await mailbox.mails()).toHaveLength(1)
})

test('a mailbox that is disconnected takes no more mail', async () => {
  const imap = await new ImapServer().listen()
  const mailbox = await connectMailbox(server, imap)
  expect((await mailbox.ada.call('DELETE', mailbox.path)).status).toBe(204)
  imap.receive(newMail('Too late'))
  await vi.waitFor(() => expect(imap.connections).toBe(0), { timeout: 15_000 })
  await mailbox.has()
  expect(await mailbox.ada.data('GET', mailbox.path)).toBeNull()
})

test('one process at a time reads a mailbox, and another one takes over', async () => {
  const first = await startTestServer()
  await startTestServer({ env: { DATABASE_URL: String(first.platform.config.database_url) } })
  const imap = await new ImapServer().listen()
  const mailbox = await connectMailbox(first, imap)
  expect(imap.connections).toBe(1)
  imap.receive(newMail('One'))
  await mailbox.has('One')
  expect(imap.connections).toBe(1)

  // As after a process was killed: its lease is still there.
  await databaseOf(first.platform).pool.query(
    `update connected_mailboxes set leased_by = gen_random_uuid(), leased_until = now() + interval '1 second'`,
  )
  imap.receive(newMail('Two'))
  await mailbox.has('One', 'Two')
})

test('believes the mailbox’s own server about the sender, and nobody who writes its header', async () => {
  const imap = await new ImapServer().listen()
  const settings = { ...imap.settings, authserv_id: 'MX.acme.test' }
  const mailbox = await connectMailbox(server, imap, { imap: settings })
  const said = (verdict: string) =>
    `Authentication-Results: mx.acme.test; dmarc=${verdict} header.from=example.test\nFrom: carla@example.test`
  imap.receive(newMail('Verified', said('pass')))
  await mailbox.has('Verified')
  imap.receive(newMail('Forged', `${said('fail').split('\n')[0]}\n${said('pass')}`))
  await mailbox.has('Verified', 'Forged')
  imap.receive(newMail('Unknown', said('pass').replace('mx.acme', 'mx.evil')))
  await mailbox.has('Verified', 'Forged', 'Unknown')
  expect((await mailbox.mails()).map(({ verdict }) => verdict)).toEqual(['pass', 'fail', 'unknown'])
})

test('the admins get one mail after an hour of failures', async () => {
  const imap = await new ImapServer().listen()
  const mailbox = await connectMailbox(server, imap)
  imap.before = (_, socket) => void socket.destroy()
  imap.disconnectAll()
  await mailbox.reaches({ state: 'failing', failure: { reason: 'connection' } })
  const alerts = async () =>
    (await mailsTo(server, mailbox.ada.email)).filter(({ subject }) => subject === 'Your mailbox stopped working')
  await jobsDone(server)
  expect(await alerts()).toEqual([])

  const { pool } = databaseOf(server.platform)
  const tries = async () =>
    (await pool.query('select failures from connected_mailboxes where inbox_id = $1', [mailbox.inbox_id])).rows[0]
      ?.failures
  // The second try finds that they got their mail.
  for (let round = 0; round < 2; round += 1) {
    const before = await tries()
    const long = `update connected_mailboxes set failing_since = now() - interval '61 minutes', retry_at = now()`
    await pool.query(`${long} where inbox_id = $1`, [mailbox.inbox_id])
    await vi.waitFor(async () => expect(await tries()).toBeGreaterThan(before), { timeout: 30_000, interval: 100 })
  }
  await jobsDone(server)
  expect(await alerts()).toHaveLength(1)
})

import { beforeAll, expect, test } from 'vitest'
import { ImapServer } from '../../../../../test/imap-server.js'
import { startMailServer } from '../../../../../test/mail-server.js'
import { selfSigned } from '../../../../../test/self-signed.js'
import { startTestServer, type TestServer } from '../../../../../test/server.js'
import { story } from '../../../../../test/story.js'
import { databaseOf } from '../../../../platform/database/of.js'
import { testImap, testSmtp } from './test-connection.js'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

const IMAP = {
  host: 'imap.nowhere.invalid',
  port: 993,
  security: 'tls',
  user: 'help@acme.test',
  password: 'top secret',
} as const
const SMTP = { ...IMAP, host: 'smtp.nowhere.invalid', port: 465 }

async function newInbox() {
  const { ada, ben, grace } = await story(server)
  const inbox = await ada.data('POST', '/api/inboxes', { inbox: { name: 'Sales' } })
  return { ada, ben, grace, inbox, path: `/api/inboxes/${inbox.id}/connected_mailbox` }
}

test('an admin connects, changes and disconnects a mailbox, and never reads its password', async () => {
  const { ada, inbox, path } = await newInbox()
  expect(await ada.data('GET', path)).toBeNull()
  const given = { email: ' Help@Acme.test ', from_name: 'Acme Help', imap: IMAP, smtp: SMTP }
  const saved = await ada.data('PUT', path, { connected_mailbox: given })
  const { password: _, ...smtp } = SMTP
  const { password: __, ...imap } = IMAP
  expect(saved).toEqual({
    object: 'connected_mailbox',
    account_id: ada.account_id,
    inbox_id: inbox.id,
    email: 'help@acme.test',
    from_name: 'Acme Help',
    imap: { ...imap, folder: 'INBOX', authserv_id: null },
    imap_state: {
      state: 'connecting',
      connected_at: null,
      last_mail_at: null,
      failure: null,
      left_out: 0,
      left_out_reason: null,
      left_out_at: null,
    },
    smtp,
    smtp_failure: null,
  })
  const rows = await databaseOf(server.platform).pool.query('select * from connected_mailboxes')
  expect(JSON.stringify(rows.rows)).not.toContain('top secret')

  const sending = { email: 'help@acme.test', smtp }
  expect(await ada.data('PUT', path, { connected_mailbox: sending })).toMatchObject({
    imap: null,
    imap_state: null,
    smtp,
  })
  expect((await ada.call('DELETE', path)).status).toBe(204)
  expect(await ada.data('GET', path)).toBeNull()
})

test('a stored password goes to no other server', async () => {
  const { ada, path } = await newInbox()
  const evil = await startMailServer({ authOptional: false, onAuth: (_, __, done) => done(null, { user: 'somebody' }) })
  await ada.data('PUT', path, { connected_mailbox: { email: 'help@acme.test', imap: IMAP, smtp: SMTP } })
  const { password: _, ...imap } = IMAP
  const elsewhere = { ...imap, host: '127.0.0.1', port: evil.port, security: 'none' }
  const blank = { imap_password: ["can't be blank"] }
  const changed = await ada.call('PUT', path, { connected_mailbox: { email: 'help@acme.test', imap: elsewhere } })
  expect(changed).toMatchObject({ status: 422, body: { error: { errors: blank } } })
  expect((await ada.post(`${path}/test_imap`, { imap: elsewhere })).status).toBe(422)
  expect((await ada.post(`${path}/test_smtp`, { smtp: elsewhere })).status).toBe(422)
  await evil.stop()
})

test('members and other accounts cannot see or change it', async () => {
  const { ada, ben, grace, path } = await newInbox()
  await ada.data('PUT', path, { connected_mailbox: { email: 'help@acme.test', smtp: SMTP } })
  const calls = [
    ['GET', path],
    ['PUT', path, { connected_mailbox: { email: 'help@acme.test', smtp: SMTP } }],
    ['DELETE', path],
    ['POST', `${path}/test_imap`, { imap: IMAP }],
    ['POST', `${path}/test_smtp`, { smtp: SMTP }],
  ] as const
  for (const [method, url, body] of calls) {
    expect((await ben.call(method, url, body)).status, `${method} ${url} by a member`).toBe(403)
    expect((await grace.call(method, url, body)).status, `${method} ${url} by another account`).toBe(404)
  }
  expect(await ada.data('GET', path)).toMatchObject({ email: 'help@acme.test' })
})

test('refuses settings that cannot work', async () => {
  const { ada, path } = await newInbox()
  const put = async (connected_mailbox: object) => (await ada.call('PUT', path, { connected_mailbox })).status
  expect(await put({ email: 'nobody', smtp: SMTP })).toBe(422)
  expect(await put({ email: 'help@acme.test' })).toBe(422)
  expect(await put({ email: 'help@acme.test', smtp: { ...SMTP, port: 70_000 } })).toBe(422)
  expect(await put({ email: 'help@acme.test', smtp: { ...SMTP, security: 'maybe' } })).toBe(422)
})

test('the test of a connection says what is wrong', async () => {
  const { ada, path } = await newInbox()
  const imap = await new ImapServer().listen()
  const secure = await new ImapServer({ tls: true }).listen()
  const tryImap = (more: object) => ada.data('POST', `${path}/test_imap`, { imap: { ...imap.settings, ...more } })
  expect(await tryImap({})).toEqual({ ok: true, reason: null, message: null })
  const reasons = {
    wrong_password: await tryImap({ password: 'guess' }),
    unknown_host: await tryImap({ host: 'mail.nowhere.invalid' }),
    forbidden_host: await tryImap({ host: '192.168.0.1' }),
    no_encryption: await tryImap({ host: '1.1.1.1', security: 'none' }),
    no_folder: await tryImap({ folder: 'Nowhere' }),
    bad_certificate: await tryImap(secure.settings),
    connection: await tryImap({ port: 110 }),
  }
  for (const [reason, answer] of Object.entries(reasons)) {
    expect(answer).toEqual({ ok: false, reason, message: expect.stringMatching(/\.$/) as string })
    expect(answer.message).not.toContain('guess')
  }
  expect(await tryImap({ security: 'starttls' })).toMatchObject({ ok: false, reason: 'no_encryption' })
})

test('the same for sending', async () => {
  const { ada, path } = await newInbox()
  const outside = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'help@acme.test' && password === 'app password'
        ? done(null, { user: username })
        : done(new Error('Invalid login')),
  })
  const secure = await startMailServer({ secure: true, ...selfSigned })
  const right = {
    host: '127.0.0.1',
    port: outside.port,
    security: 'none',
    user: 'help@acme.test',
    password: 'app password',
  }
  const trySmtp = (more: object) => ada.data('POST', `${path}/test_smtp`, { smtp: { ...right, ...more } })
  expect(await trySmtp({})).toEqual({ ok: true, reason: null, message: null })
  const wrong = await trySmtp({ password: 'guess' })
  expect(wrong).toMatchObject({ ok: false, reason: 'wrong_password' })
  expect(wrong.message).not.toContain('guess')
  expect(await trySmtp({ host: 'mail.nowhere.invalid' })).toMatchObject({ reason: 'unknown_host' })
  expect(await trySmtp({ host: '10.0.0.1' })).toMatchObject({ reason: 'forbidden_host' })
  expect(await trySmtp({ port: secure.port, security: 'tls' })).toMatchObject({ reason: 'bad_certificate' })
  expect(await trySmtp({ security: 'starttls' })).toMatchObject({ reason: 'no_encryption' })
  expect(outside.caught).toEqual([])
  await Promise.all([outside.stop(), secure.stop()])
})

test('the test of a connection does not wait for a server that hangs', async () => {
  const { ada, inbox } = await newInbox()
  const account = server.platform.account(ada.account_id)
  const silent = await new ImapServer().listen()
  silent.greets = false
  const given = { ...silent.settings, security: 'none' } as const
  const late = { ok: false, reason: 'timeout' }
  expect(await testImap(server.platform, account, inbox.id, given, 300)).toMatchObject(late)
  expect(await testSmtp(server.platform, account, inbox.id, given, 300)).toMatchObject(late)
  const stuck = await new ImapServer().listen()
  stuck.before = (command) => (command.startsWith('LOGIN') ? new Promise(() => {}) : undefined)
  expect(await testImap(server.platform, account, inbox.id, { ...given, port: stuck.port }, 300)).toMatchObject(late)
})

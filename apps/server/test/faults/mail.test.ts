import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createMigratedDatabase } from '../database.js'
import { startDatabaseProxy } from '../database-proxy.js'
import { startMailServer } from '../mail-server.js'
import { SmtpSocket } from '../mails/smtp-socket.js'
import { Agent } from '../story.js'
import { ensureServerIsBuilt, freePort, ServerProcess } from './server-process.js'
import { until } from './until.js'

const PATIENCE = { timeout: 240_000 }
/** Each sends one mail after the other. */
const SENDERS = 4
/** A name server that refuses at once. */
const NO_DNS = `--import=data:text/javascript,import{setServers}from'node:dns';setServers(['127.0.0.1:9'])`

beforeAll(ensureServerIsBuilt, 120_000)

type Outside = Awaited<ReturnType<typeof startMailServer>>

/** A company on a server process, and the mail server of everybody else. */
async function startCompany() {
  const folder = await mkdtemp(join(tmpdir(), 'papercups-mail-'))
  const database = await createMigratedDatabase()
  const proxy = await startDatabaseProxy(database.url)
  const [mail_port, outside_port] = [await freePort(), await freePort()]
  const server = new ServerProcess(await freePort(), {
    DATABASE_URL: proxy.url,
    DATABASE_POOL_SIZE: '5',
    SECRET_KEY: randomBytes(32).toString('hex'),
    DATA_DIR: folder,
    MAIL_IN_PORT: String(mail_port),
    MAIL_IN_DOMAIN: 'chat.acme.test',
    SMTP_URL: `smtp://127.0.0.1:${outside_port}`,
    MAIL_FROM: 'Acme <help@acme.test>',
    DISABLE_EMAIL_VALIDITY_CHECK: 'true',
    NODE_OPTIONS: NO_DNS,
  })
  let outside: Outside = await startMailServer({}, outside_port)
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await outside.stop()
    await proxy.stop()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)
  await server.start()
  const ada = await register(server, outside)
  const goDown = async () => {
    await outside.stop()
    return async () => (outside = await startMailServer({}, outside_port))
  }
  return { server, database, proxy, mail_port, ada, outside: () => outside, goDown }
}

/** With a mail server, a registration is finished by a link. */
async function register(server: ServerProcess, outside: Outside) {
  const ada = new Agent(server.url)
  const [email, password] = [`ada-${randomUUID()}@acme.test`, 'correct horse battery']
  const user = { company_name: 'Acme', email, password, password_confirmation: password }
  await ada.data('POST', '/api/registration', { user })
  let token: string | undefined
  await until('the link', async () => {
    const [link] = await outside.mailsTo(email)
    token = /[?&]token=([\w-]+)/.exec(link?.text ?? '')?.[1]
    return token !== undefined
  })
  ada.token = (await ada.data('POST', '/api/registration/confirm', { token, password })).token
  return ada
}

/** Sends until the server accepts, as mail servers do. `forget` closes the connection before the answer is read. */
async function sendUntilAccepted(port: number, to: string, number: number, forget: boolean) {
  let tries = 0
  const headers = ['From: dana@shop.test', `Message-ID: <mail-${number}@shop.test>`]
  // The first mails open conversations, and the others answer: both ways of storing are tried.
  const answered = number < SENDERS ? [] : [`In-Reply-To: <mail-${number - SENDERS}@shop.test>`]
  const lines = [...headers, ...answered, '', `Mail ${number}`, '.']
  await until(`mail ${number}`, async () => {
    tries += 1
    try {
      const socket = await SmtpSocket.open(port)
      try {
        for (const line of ['EHLO shop.test', 'MAIL FROM:<dana@shop.test>', `RCPT TO:<${to}>`, 'DATA'])
          if (!/^[23]/.test(await socket.say(line))) return false
        const answer = await socket.say(lines.join('\r\n'))
        return answer.startsWith('250') && !(forget && tries === 1)
      } finally {
        socket.close()
      }
    } catch {
      return false
    }
  })
  return tries
}

async function newAddress(ada: Agent): Promise<string> {
  const [inbox] = await ada.data('GET', '/api/inboxes')
  const address = { forwarding_address: { inbox_id: inbox.id } }
  return (await ada.data('POST', '/api/forwarding_addresses', address)).forwarding_email_address
}

test('takes every mail once, although the server is killed before it can answer', PATIENCE, async () => {
  const { server, database, mail_port, ada } = await startCompany()
  const to = await newAddress(ada)
  const stored = async () => (await database.pool.query('select from incoming_mails')).rowCount ?? 0

  const MAILS = 40
  const sending = Array.from({ length: 8 }, async (_, sender) => {
    let tries = 0
    for (let number = sender; number < MAILS; number += 8)
      tries += await sendUntilAccepted(mail_port, to, number, number % 5 === 0)
    return tries
  })
  for (const part of [0.2, 0.5, 0.8]) {
    await until('some mails', async () => (await stored()) >= MAILS * part)
    await server.end('SIGKILL')
    await server.start()
  }
  const tries = (await Promise.all(sending)).reduce((sum, one) => sum + one, 0)

  const { rows } = await database.pool.query<{ body: string }>(`select body from messages where source = 'email'`)
  const expected = Array.from({ length: MAILS }, (_, number) => `Mail ${number}`)
  expect(rows.map(({ body }) => body).toSorted()).toEqual(expected.toSorted())
  expect(tries).toBeGreaterThan(MAILS)
  console.log(
    `Mail faults: ${MAILS} mails sent ${tries} times over 3 kills, ${rows.length} messages: 0 lost, 0 doubled.`,
  )
})

test('takes every mail once, although the database goes away before the server can answer', PATIENCE, async () => {
  const { database, proxy, mail_port, ada } = await startCompany()
  const to = await newAddress(ada)
  const stored = async () => (await database.pool.query('select from incoming_mails')).rowCount ?? 0

  const MAILS = 24
  // The mail is stored, and the server does not learn it.
  proxy.loseAnswers('with_mail', 3)
  const sending = Array.from({ length: SENDERS }, async (_, sender) => {
    let tries = 0
    for (let number = sender; number < MAILS; number += SENDERS)
      tries += await sendUntilAccepted(mail_port, to, number, false)
    return tries
  })
  await until('some mails', async () => (await stored()) >= MAILS / 2)
  proxy.cut('papercups')
  await until('a refused connection', async () => proxy.refusals > 0)
  proxy.mend()
  const tries = (await Promise.all(sending)).reduce((sum, one) => sum + one, 0)

  const { rows } = await database.pool.query<{ id: string; body: string }>(
    `select id, body from messages where source = 'email'`,
  )
  const expected = Array.from({ length: MAILS }, (_, number) => `Mail ${number}`)
  expect(rows.map(({ body }) => body).toSorted()).toEqual(expected.toSorted())
  expect(proxy.lost_answers).toBeGreaterThanOrEqual(MAILS / 4)
  expect(tries).toBeGreaterThanOrEqual(MAILS + proxy.lost_answers)
  // Their raw mails are still there.
  for (const { id } of rows) expect((await ada.call('GET', `/api/messages/${id}/email/original`)).status).toBe(200)
  console.log(
    `Mail faults: ${MAILS} mails sent ${tries} times, ${proxy.lost_answers} lost commits and a lost database, ${rows.length} messages: 0 lost, 0 doubled.`,
  )
})

/** A conversation by mail in which Ada writes. */
async function startThread(ada: Agent) {
  const email = `carla-${randomUUID()}@example.test`
  const { id: customer_id } = await ada.data('POST', '/api/customers', { customer: { name: 'Carla', email } })
  const conversation = { customer_id, source: 'email', subject: 'Your invoice', message: { body: 'Answer 0' } }
  const { id: conversation_id } = await ada.data('POST', '/api/conversations', { conversation })
  const answer = (number: number) =>
    ada.data('POST', '/api/messages', { message: { conversation_id, body: `Answer ${number}` } })
  return { email, answer }
}

const upTo = (count: number) => Array.from({ length: count }, (_, number) => `Answer ${number}`)

test('sends every answer in order after the mail server was down for an hour', PATIENCE, async () => {
  const { database, ada, outside, goDown } = await startCompany()
  const { email, answer } = await startThread(ada)
  await until('the first mail', async () => (await outside().mailsTo(email)).length === 1)
  const comeBack = await goDown()
  const ANSWERS = 8
  for (let number = 1; number < ANSWERS; number += 1) await answer(number)
  // An hour of back-off is seven tries. Each becomes due as soon as the one before it has failed.
  const attempts = async () =>
    Number((await database.pool.query('select max(attempts) as most from graphile_worker._private_jobs')).rows[0]?.most)
  const hurry = () => database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await until('an hour of tries', async () => {
    await hurry()
    return (await attempts()) >= 7
  })
  await comeBack()
  await until('all mails', async () => {
    await hurry()
    return (await outside().mailsTo(email)).length >= ANSWERS - 1
  })
  const mails = await Promise.all(outside().caught.map(({ raw }) => PostalMime.parse(raw)))
  const texts = mails.filter(({ to }) => to?.some(({ address }) => address === email)).map(({ text }) => text?.trim())
  expect(texts).toEqual(upTo(ANSWERS).slice(1))
  console.log(`Mail faults: ${texts.length} answers waited an hour for the mail server: 0 lost, 0 doubled, in order.`)
})

test('sends every answer in order, although the server is killed while it sends', PATIENCE, async () => {
  const { server, database, ada, outside } = await startCompany()
  const { email, answer } = await startThread(ada)
  const ANSWERS = 12
  for (let number = 1; number < ANSWERS; number += 1) await answer(number)
  for (const wanted of [2, 6]) {
    await until('some mails', async () => (await outside().mailsTo(email)).length >= wanted)
    await server.end('SIGKILL')
    await server.start()
  }
  const sent = async () => (await database.pool.query(`select from outgoing_mails where state = 'sent'`)).rowCount
  await until('all mails', async () => (await sent()) === ANSWERS)

  const mails = await outside().mailsTo(email)
  const once = new Map(mails.map((mail) => [mail.messageId, mail.text?.trim()]))
  expect([...once.values()]).toEqual(upTo(ANSWERS))
  // The server cannot know whether a mail left in the moment of the kill. It repeats it with the same Message-ID.
  expect(mails.length - once.size).toBeLessThanOrEqual(2)
  console.log(
    `Mail faults: ${ANSWERS} answers over 2 kills, ${once.size} arrived in order, ${mails.length - once.size} repeated.`,
  )
})

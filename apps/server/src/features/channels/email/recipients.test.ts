import type { ConversationEmail } from '@papercups/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { jobsDone, reactionsDone } from '../../../../test/mail.js'
import { mail, plain } from '../../../../test/mails/build.js'
import { deliver } from '../../../../test/mails/deliver.js'
import { startMailStory } from '../../../../test/mails/mail-story.js'
import { sendScheduled } from '../../inbox/scheduled-messages/send-scheduled.js'
import { mailReply } from './mail-reply.js'
import { replyAddressOf } from './reply-address.js'

let world: Awaited<ReturnType<typeof startMailStory>>
beforeAll(async () => {
  world = await startMailStory()
})
afterAll(() => world.stop())

const WAIT = { timeout: 30_000, interval: 100 }
let mails = 0
/** A customer wrote to the help address and two more people. */
async function threeWriteUs() {
  mails += 1
  const [eve, finn, boss] = ['eve', 'finn', 'boss'].map((name) => `${name}-${mails}@shop.test`) as [
    string,
    string,
    string,
  ]
  const story = await world.mailConversation(`To: help@acme.test, ${eve}\nCc: Finn <${finn}>`)
  return { ...story, eve, finn, boss }
}

const headerOf = (raw: Buffer | undefined, name: string) =>
  new RegExp(`^${name}:.*(?:\\r\\n[ \\t].*)*`, 'im').exec(raw?.toString() ?? '')?.[0]

const headersOf = (from: string, answered: string) =>
  `From: ${from}\nMessage-ID: <${randomUUID()}@shop.test>\nIn-Reply-To: ${answered}`

/** The agent answered the customer by mail, with a copy to the conversation. */
async function answeredByMail() {
  const story = await threeWriteUs()
  const { ada, conversation_id, email, first } = story
  const address = replyAddressOf(world.server.platform, conversation_id) ?? ''
  const send = (from: string, text: string, more = '') =>
    deliver(world.server, address, mail(`${headersOf(from, first)}\n${more}`, plain(text)))
  await send(ada.email, 'Only for Carla', `To: ${email}`)
  const textsTo = async (person: string) => (await world.outside.mailsTo(person)).map(({ text }) => text?.trim())
  return { ...story, send, textsTo }
}

test('an answer that needed no mail is not mailed later to another person', async () => {
  const { answers, email, eve, send, textsTo } = await answeredByMail()
  await reactionsDone(world.server)
  await send(eve, 'Me too')
  await answers('For Eve')
  await reactionsDone(world.server)
  expect(await textsTo(eve)).toEqual(['For Eve'])
  expect(await textsTo(email)).toEqual([])
})

test('an answer goes to the person who wrote before it, although another one writes before its job runs', async () => {
  const { ada, answers, conversation_id, email, eve, send, textsTo } = await answeredByMail()
  const { id } = await answers('For Carla, too')
  await reactionsDone(world.server)
  await send(eve, 'Me too')
  // As if the server had been killed before it decided.
  const { db } = databaseOf(world.server.platform)
  await db.deleteFrom('decided_replies').where('conversation_id', '=', conversation_id).execute()
  await db.deleteFrom('outgoing_mails').where('conversation_id', '=', conversation_id).execute()
  await world.server.platform.account(ada.account_id).enqueue(mailReply, { message_id: id, conversation_id })
  await jobsDone(world.server)
  await answers('For Eve')
  await reactionsDone(world.server)
  expect(await textsTo(email)).toEqual(['For Carla, too', 'For Carla, too'])
  expect(await textsTo(eve)).toEqual(['For Eve'])
})

test('an answer that nobody could get is not mailed once there is an email', async () => {
  const { ada, carla, email } = await world.chat()
  const { customer_id } = carla
  const conversation = { customer_id, source: 'email', subject: 'Hi', message: { body: 'Hello' } }
  const { id: conversation_id } = await ada.data('POST', '/api/conversations', { conversation })
  const change = (customer: object) => ada.data('PUT', `/api/customers/${customer_id}`, { customer })
  for (const [address, body] of [
    [null, 'Nobody gets this'],
    [email, 'Are you there?'],
  ]) {
    await reactionsDone(world.server)
    await change({ email: address })
    await ada.sends({ conversation_id, body })
  }
  await reactionsDone(world.server)
  const mails = await world.outside.mailsTo(email)
  expect(mails.map(({ text }) => text?.trim())).toEqual(['Hello', 'Are you there?'])
})

test('two processes decide about an answer once', async () => {
  const { ada, answers, conversation_id, email, textsTo } = await answeredByMail()
  const { id } = await answers('Once', { email: { to: [email] } })
  await reactionsDone(world.server)
  const account = world.server.platform.account(ada.account_id)
  const run = () => mailReply.run(account, { message_id: id, conversation_id }, world.server.platform)
  const { db } = databaseOf(world.server.platform)
  await db.deleteFrom('decided_replies').where('conversation_id', '=', conversation_id).execute()
  await db.deleteFrom('outgoing_mails').where('conversation_id', '=', conversation_id).execute()
  await Promise.all([run(), run(), run()])
  const mails = db.selectFrom('outgoing_mails').select('state').where('conversation_id', '=', conversation_id)
  expect(await mails.execute()).toHaveLength(1)
  expect(new Set(await textsTo(email))).toEqual(new Set(['Once']))
})

test('suggests the writer, or everybody but our own addresses', async () => {
  const { ada, conversation_id, email, eve, finn } = await threeWriteUs()
  expect(await ada.data('GET', `/api/conversations/${conversation_id}/reply_recipients`)).toEqual({
    reply: { to: [email], cc: [] },
    reply_all: { to: [email], cc: [eve, finn] },
    subject: 'Re: Order 7',
  })
})

test('mails To, Cc and Bcc in the thread, and shows the Bcc to nobody else', async () => {
  const { answers, conversation_id, email, eve, finn, boss, first } = await threeWriteUs()
  const message = await answers('To all', { email: { to: [email], cc: [eve, finn, email], bcc: [boss, eve] } })
  await reactionsDone(world.server)
  const caught = world.outside.caught.filter(({ to }) => to.includes(email))
  expect(caught).toHaveLength(1)
  expect(caught[0]?.to.toSorted()).toEqual([boss, email, eve, finn].toSorted())
  const { raw } = caught[0] ?? {}
  expect(headerOf(raw, 'To')).toContain(email)
  expect(headerOf(raw, 'Cc')).toMatch(new RegExp(`${eve}.*${finn}`, 's'))
  expect(headerOf(raw, 'In-Reply-To')).toContain(first)
  expect(raw?.toString()).not.toContain(boss)
  expect(JSON.stringify(message)).not.toContain(boss)

  const { db } = databaseOf(world.server.platform)
  const sent = db.selectFrom('outgoing_mails').selectAll().where('conversation_id', '=', conversation_id)
  expect(await sent.execute()).toMatchObject([{ to_emails: [email], cc_emails: [eve, finn], bcc_emails: [boss] }])
})

test('takes a subject for one mail, now and later, and goes on with it', async () => {
  const { ada, answers, conversation_id, email } = await threeWriteUs()
  await answers('As you asked', { email: { to: [email], subject: ' Your refund ' } })
  await reactionsDone(world.server)
  await jobsDone(world.server)
  const subjects = async () => (await world.outside.mailsTo(email)).map(({ subject }) => subject)
  expect(await subjects()).toEqual(['Your refund'])
  const suggested = await ada.data('GET', `/api/conversations/${conversation_id}/reply_recipients`)
  expect(suggested.subject).toBe('Re: Your refund')

  const send_at = new Date(Date.now() + 60_000).toISOString()
  const later = {
    conversation_id,
    type: 'reply',
    body: 'And more',
    send_at,
    email: { to: [email], subject: 'One more thing' },
  }
  const { id } = await ada.data('POST', '/api/scheduled_messages', { scheduled_message: later })
  const { db } = databaseOf(world.server.platform)
  const past = { send_at: new Date(Date.now() - 1_000) }
  await db.updateTable('scheduled_messages').set(past).where('id', '=', id).execute()
  const account = world.server.platform.account(ada.account_id)
  await sendScheduled.run(account, { id }, world.server.platform)
  await expect.poll(subjects, WAIT).toEqual(['Your refund', 'One more thing'])

  await answers('Bye')
  await expect.poll(subjects, WAIT).toEqual(['Your refund', 'One more thing', 'Re: One more thing'])
  const message = { conversation_id, body: 'x', email: { to: [email], subject: 'a\r\nBcc: c@d.test' } }
  expect((await ada.post('/api/messages', { message })).status).toBe(422)
})

test('refuses recipients that are no addresses, too many, none, or our own', async () => {
  const { ada, conversation_id, email } = await threeWriteUs()
  const { platform } = world.server
  const errorsOf = async (recipients: object, more: object = {}) => {
    const message = { conversation_id, body: 'Hello', email: recipients, ...more }
    const { status, body } = await ada.post('/api/messages', { message })
    return status === 422 ? body.error.errors : status
  }
  const loop = replyAddressOf(platform, conversation_id)
  expect(await errorsOf({ to: [] })).toEqual({ email: { to: ["can't be blank"] } })
  expect(await errorsOf({ to: ['nobody'] })).toEqual({ email: { to: ['is invalid'] } })
  expect(await errorsOf({ to: [email], cc: ['a@b\r\nBcc: c@d.test'] })).toEqual({ email: { cc: ['is invalid'] } })
  expect(await errorsOf({ to: [email], bcc: ['a(b)@shop.test'] })).toEqual({ email: { bcc: ['is invalid'] } })
  const own = ['must not be an address of this inbox']
  expect(await errorsOf({ to: [loop] })).toEqual({ email: { to: own } })
  expect(await errorsOf({ to: [email], cc: ['Help@Acme.test'] })).toEqual({ email: { cc: own } })
  const many = Array.from({ length: 26 }, (_, at) => `p${at}@shop.test`)
  expect(await errorsOf({ to: many, cc: many })).toEqual({ email: { to: ['must be at most 50 recipients'] } })
  expect(await errorsOf({ to: [email] }, { type: 'note', private: true })).toEqual({
    email: ['is not allowed for a note'],
  })
  await reactionsDone(world.server)
  expect(await world.outside.mailsTo(email)).toEqual([])
})

test('a socket refuses the same recipients as a call', async () => {
  const { ada, conversation_id } = await threeWriteUs()
  const socket = await ada.listen()
  for (const email of [{ to: [] }, { to: ['no address'] }])
    await expect(socket.push('shout', { conversation_id, body: 'Hi', email })).rejects.toThrow()
})

test('a chat takes no recipients', async () => {
  const { ada, carla } = await world.chat()
  const message = { conversation_id: carla.conversation_id, body: 'Hi', email: { to: ['eve@shop.test'] } }
  expect((await ada.post('/api/messages', { message })).body.error.errors).toEqual({
    email: ['needs a conversation by email'],
  })
})

test('a message for later keeps its recipients', async () => {
  const { ada, conversation_id, email, eve, boss } = await threeWriteUs()
  const send_at = new Date(Date.now() + 3_600_000).toISOString()
  const later = { conversation_id, body: 'Good morning', type: 'reply', send_at }
  const recipients = { to: [eve], cc: [email], bcc: [boss] }
  const post = (scheduled_message: object) => ada.post('/api/scheduled_messages', { scheduled_message })
  expect((await post({ ...later, email: { to: ['x'] } })).status).toBe(422)
  expect((await post({ ...later, type: 'note', email: recipients })).status).toBe(422)
  const { id } = (await post({ ...later, email: recipients })).body.data
  const { db } = databaseOf(world.server.platform)
  await db
    .updateTable('scheduled_messages')
    .set({ send_at: new Date(0) })
    .where('id', '=', id)
    .execute()
  await world.server.platform.account(ada.account_id).enqueue(sendScheduled, { id })
  await expect.poll(() => world.outside.mailsTo(boss), { timeout: 20_000 }).toHaveLength(1)
  const [caught] = world.outside.caught.filter(({ to }) => to.includes(boss))
  expect(headerOf(caught?.raw, 'To')).toContain(eve)
  expect(headerOf(caught?.raw, 'Cc')).toContain(email)
})

test('ends with the signature that the agent has for the inbox', async () => {
  const { ada, answers, conversation_id, email } = await threeWriteUs()
  const { inbox_id } = await ada.data('GET', `/api/conversations/${conversation_id}`)
  const path = `/api/inboxes/${inbox_id}/signature`
  expect(await ada.data('GET', path)).toEqual({ inbox_id, body: '' })
  await ada.data('PUT', path, { signature: { body: '**Ada** from Acme <3' } })
  await answers('It is fixed.')
  await reactionsDone(world.server)
  const [signed] = await world.outside.mailsTo(email)
  expect(signed?.text?.trim()).toBe('It is fixed.\n\n-- \n**Ada** from Acme <3')
  expect(signed?.html).toContain('<b>Ada</b> from Acme &#60;3')

  const grace = await world.newAgent()
  expect((await grace.get(path)).status).toBe(404)
  expect((await grace.put(path, { signature: { body: 'Mine' } })).status).toBe(404)
  expect((await ada.put(path, { signature: { body: 'x'.repeat(5_001) } })).status).toBe(422)
  await ada.data('PUT', path, { signature: { body: ' ' } })
  expect(await ada.data('GET', path)).toEqual({ inbox_id, body: '' })
})

test('the team sees each state of a mail as it changes, and other companies see none', async () => {
  const { ada, answers, account_id, conversation_id, email } = await threeWriteUs()
  const heard: ConversationEmail[] = []
  const inbox = await ada.join(`notification:${account_id}`)
  inbox.on('email:changed', (change) => heard.push(change as ConversationEmail))
  world.refusals.set(email, { code: 550, times: 1 })
  const { id } = await answers('Hello')
  await reactionsDone(world.server)
  await inbox.push('ping')
  const states = () => heard.map(({ outgoing }) => outgoing.at(-1)?.state)
  expect(states()).toEqual(['queued', 'failed'])

  const path = `/api/conversations/${conversation_id}/emails?after=0`
  const [, failed] = (await ada.data('GET', path)) as [ConversationEmail, ConversationEmail]
  expect(failed).toEqual(heard.at(-1))
  expect(failed).toMatchObject({ message_id: id, outgoing: [{ to: [email], failure: expect.stringMatching(/550/) }] })
  await ada.data('POST', `/api/outgoing_mails/${failed.outgoing[0]?.id}/retry`)
  await reactionsDone(world.server)
  await inbox.push('ping')
  expect(states()).toEqual(['queued', 'failed', 'queued', 'sent'])

  const grace = await world.newAgent()
  expect((await grace.get(path)).status).toBe(404)
  expect((await grace.get(`/api/conversations/${conversation_id}/reply_recipients`)).status).toBe(404)
})

test('a conversation starts by email with copies, and refuses wrong ones without leaving anything', async () => {
  const { ada, email } = await threeWriteUs()
  const { id: customer_id } = await ada.data('POST', '/api/customers', { customer: { name: 'Dana', email } })
  const start = (cc: string[]) => {
    const message = { body: 'Your invoice is ready', email: { to: [email], cc, bcc: ['boss@acme.test'] } }
    const conversation = { customer_id, source: 'email', subject: 'Your invoice', message }
    return ada.call('POST', '/api/conversations', { conversation })
  }
  const before = await ada.data('GET', '/api/conversations')
  expect((await start(['eve'])).status).toBe(422)
  expect(await ada.data('GET', '/api/conversations')).toHaveLength(before.length)
  expect((await start(['eve@shop.test'])).status).toBe(201)
  await reactionsDone(world.server)
  const caught = world.outside.caught.filter(({ raw }) => raw.includes('Your invoice is ready'))
  expect(caught.map(({ to }) => to.toSorted())).toEqual([['boss@acme.test', email, 'eve@shop.test'].toSorted()])
})

test('an email to a new address adds its customer, and the next one finds them', async () => {
  const ada = await world.newAgent()
  const write = (email: object) =>
    ada.call('POST', '/api/emails', { email: { subject: 'Hi', body: 'Hello', ...email } })
  const { status, body } = await write({ to: 'New@Shop.test', cc: ['eve@shop.test'] })
  expect(status).toBe(201)
  const again = await write({ to: 'new@shop.test' })
  expect(again.body.data.customer_id).toBe(body.data.customer_id)
  expect(body.data).toMatchObject({ source: 'email', subject: 'Hi' })
  expect(await ada.data('GET', `/api/customers/${body.data.customer_id}`)).toMatchObject({ email: 'new@shop.test' })

  const refused = [{ to: 'nobody' }, { to: 'a@b.test', body: ' ' }, { to: 'a@b.test', inbox_id: randomUUID() }]
  for (const email of refused) expect((await write(email)).status).toBeGreaterThanOrEqual(400)
  expect(await ada.data('GET', '/api/conversations')).toHaveLength(2)
  const other = await world.newAgent()
  const { id: inbox_id } = await other.data('GET', '/api/inboxes/primary')
  expect((await write({ to: 'a@b.test', inbox_id })).status).toBe(404)
})

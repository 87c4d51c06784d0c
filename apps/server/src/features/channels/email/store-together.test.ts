import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { file, mail, multipart, plain } from '../../../../test/mails/build.js'
import { deliver, incomingMails, newForwardingAddress } from '../../../../test/mails/deliver.js'
import { story } from '../../../../test/story.js'

const newId = () => `<${randomUUID()}@example.test>`

/** Several people wrote to Acme and can answer their own mails. */
async function mailStory() {
  const cast = await story()
  const { server, acme, ada } = cast
  const { email } = await newForwardingAddress(server, acme.id)
  const send = (raw: Buffer) => deliver(server, email, raw)
  /** PostgreSQL stores no NUL. */
  const sendUnstorable = (raw: Buffer) => deliver(server, email, raw, { keysOf: () => ({ bad: '\0' }) })
  const write = (from: string, text: string, headers = '') =>
    mail(
      `From: ${from}\nMessage-ID: ${newId()}${headers}`,
      multipart('mixed', [plain(text), file('image/png', 'a.png', text)]),
    )
  const open = async (from: string) => {
    const id = newId()
    const outcome = await send(mail(`From: ${from}\nMessage-ID: ${id}`, plain('First')))
    if (outcome.state !== 'message') throw new Error(`the mail is ${outcome.state}`)
    const answer = (text: string) => write(from, text, `\nIn-Reply-To: ${id}`)
    return { conversation_id: outcome.conversation_id, answer }
  }
  const bodies = async (conversation_id: string) => {
    const messages: Array<{ body: string }> = await ada.data('GET', `/api/conversations/${conversation_id}/messages`)
    return messages.map(({ body }) => body)
  }
  return { ...cast, send, sendUnstorable, write, open, bodies }
}

const people = ['dana@shop.test', 'eve@shop.test', 'fred@shop.test', 'gina@shop.test']

test('mails that come together become one message each, with their files and events', async () => {
  const { server, acme, ada, send, write, open, bodies } = await mailStory()
  const threads = await Promise.all(people.map(open))
  const answers = threads.map(({ answer }, at) => answer(`Answer ${at}`))
  const firsts = people.map((person, at) => write(`new-${person}`, `New ${at}`))
  const outcomes = await Promise.all([...answers, ...firsts].map(send))
  await ada.hearOut()

  expect(outcomes.map(({ state }) => state)).toEqual(outcomes.map(() => 'message'))
  for (const [at, { conversation_id }] of threads.entries())
    expect(await bodies(conversation_id)).toEqual(['First', `Answer ${at}`])
  const heard = ada.heard.filter(({ body }) => body !== 'First')
  expect(heard.map(({ body }) => body).toSorted()).toEqual([
    ...people.map((_, at) => `Answer ${at}`),
    ...people.map((_, at) => `New ${at}`),
  ])
  for (const message of heard) expect(message).toMatchObject({ source: 'email', attachments: [{ filename: 'a.png' }] })
  expect(await incomingMails(server, acme.id)).toHaveLength(12)
  const { db } = databaseOf(server.platform)
  const logged = db
    .selectFrom('events')
    .select(['type', 'conversation_id', 'payload'])
    .where('account_id', '=', acme.id)
  const events = await logged.where('conversation_id', 'is not', null).execute()
  for (const outcome of outcomes.slice(people.length)) {
    if (outcome.state !== 'message') continue
    const { conversation_id, message_id } = outcome
    const own = events.filter((event) => event.conversation_id === conversation_id)
    expect(own.map(({ type }) => type).toSorted()).toEqual(['conversation:created', 'message:created'])
    const created = own.find(({ type }) => type === 'message:created')
    expect(created?.payload).toEqual({ conversation_id, message_id, seq: 1, begins: true })
  }
})

test('copies of a mail, two mails of a person and two answers in a conversation come together', async () => {
  const { server, acme, send, write, open, bodies } = await mailStory()
  const [dana, eve] = await Promise.all([open('dana@shop.test'), open('eve@shop.test')])
  const [copy, new_copy] = [dana.answer('Copy'), write('hugo@shop.test', 'New copy')]
  const mails = [
    eve.answer('Eve'),
    copy,
    copy,
    dana.answer('Other'),
    new_copy,
    new_copy,
    write('hugo@shop.test', 'Hugo again'),
  ]
  const outcomes = await Promise.all(mails.map(send))

  expect(outcomes.filter(({ state }) => state === 'repeated')).toHaveLength(2)
  expect(outcomes.filter(({ state }) => state === 'message')).toHaveLength(5)
  expect(await bodies(eve.conversation_id)).toEqual(['First', 'Eve'])
  const [first, ...more] = await bodies(dana.conversation_id)
  expect([first, ...more.toSorted()]).toEqual(['First', 'Copy', 'Other'])
  expect(await incomingMails(server, acme.id)).toHaveLength(7)
  const { db } = databaseOf(server.platform)
  const customers = db.selectFrom('customers').select('id').where('account_id', '=', acme.id)
  expect(await customers.where('email', '=', 'hugo@shop.test').execute()).toHaveLength(1)
  const files = db.selectFrom('files').select('unique_filename').where('account_id', '=', acme.id)
  const kept = await files.execute()
  expect(kept).toHaveLength(12)
  for (const { unique_filename } of kept) {
    const bytes = await server.platform.files.get(unique_filename ?? '')
    expect(bytes?.size).toBeGreaterThan(0)
    bytes?.stream.destroy()
  }
})

test('a mail that the database refuses does not hurt the others', async () => {
  const { send, sendUnstorable, open, bodies } = await mailStory()
  const threads = await Promise.all(people.map(open))
  const bad = mail(`From: ivy@shop.test\nMessage-ID: ${newId()}`, plain('Bad'))
  const answers = threads.map(({ answer }, at) => send(answer(`Answer ${at}`)))
  const sent = [sendUnstorable(bad), ...answers, sendUnstorable(bad)]
  const outcomes = await Promise.allSettled(sent)

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', ...people.map(() => 'fulfilled'), 'rejected'])
  for (const [at, { conversation_id }] of threads.entries())
    expect(await bodies(conversation_id)).toEqual(['First', `Answer ${at}`])
})

test('a subject that is cut inside a character is stored', async () => {
  const { ada, send } = await mailStory()
  const subject = `${'a'.repeat(254)}\u{1f600}`
  const outcome = await send(mail(`From: dana@shop.test\nSubject: ${subject}\nMessage-ID: ${newId()}`, plain('Hi')))
  if (outcome.state !== 'message') throw new Error(`the mail is ${outcome.state}`)
  const conversation = await ada.data('GET', `/api/conversations/${outcome.conversation_id}`)
  expect(conversation.subject).toBe(`${'a'.repeat(254)}\ufffd`)
})

test('a conversation that somebody has locked holds up only its own mail', async () => {
  const { server, send, open, bodies } = await mailStory()
  const [dana, ...others] = await Promise.all(people.map(open))
  const client = await databaseOf(server.platform).pool.connect()
  await client.query('begin')
  await client.query('select from conversations where id = $1 for update', [dana?.conversation_id])
  const locked = send(dana?.answer('Locked') ?? Buffer.of())
  const outcomes = await Promise.all(others.map(({ answer }) => send(answer('Free'))))

  expect(outcomes.map(({ state }) => state)).toEqual(others.map(() => 'message'))
  for (const { conversation_id } of others) expect(await bodies(conversation_id)).toEqual(['First', 'Free'])
  expect(await bodies(dana?.conversation_id ?? '')).toEqual(['First'])
  await client.query('commit')
  client.release()
  expect(await locked).toMatchObject({ state: 'message' })
  expect(await bodies(dana?.conversation_id ?? '')).toEqual(['First', 'Locked'])
})

test.each(['closed', 'snoozed', 'read'])('a mail changes a %s conversation as a chat message does', async (state) => {
  const { server, ada, carla, send, open } = await mailStory()
  const dana = await open('dana@shop.test')
  const { pool } = databaseOf(server.platform)
  await carla.says('First')
  const ids = [carla.conversation_id, dana.conversation_id]
  const changes: Record<string, string> = {
    closed: `status = 'closed', closed_at = now(), read = true, assignee_id = ${ada.id}`,
    snoozed: `snoozed_at = now(), snoozed_until = now() + interval '1 day'`,
    read: 'read = true, last_activity_at = now() - make_interval(hours => 1)',
  }
  await pool.query(`update conversations set ${changes[state]} where id = any($1)`, [ids])
  await pool.query('delete from events where conversation_id = any($1)', [ids])

  await carla.says('Second')
  await send(dana.answer('Second'))

  const rows = await pool.query<{ id: string }>(
    `select id, status, read, closed_at, snoozed_at, snoozed_until, first_replied_at, assignee_id, last_seq,
       (select json_agg(json_build_array(e.type, e.payload - 'message_id' - 'conversation_id',
          e.actor = 'customer:' || c.customer_id) order by e.id)
        from events e where e.conversation_id = c.id) as events
     from conversations c where id = any($1)`,
    [ids],
  )
  const [chat, email] = ids.map((id) => ({ ...rows.rows.find((row) => row.id === id), id: undefined }))
  expect(email).toEqual(chat)
  expect(chat).toMatchObject({ status: 'open', read: false, snoozed_at: null, last_seq: 2 })
})

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { newScript } from '../../../../test/api-keys.js'
import { endedRuns, newFunction, runsOf } from '../../../../test/functions.js'
import { reactionsDone } from '../../../../test/mail.js'
import { mail, multipart, plain } from '../../../../test/mails/build.js'
import { deliver, newForwardingAddress } from '../../../../test/mails/deliver.js'
import { story, Visitor, type Story } from '../../../../test/story.js'
import { startReceiver } from '../../../../test/webhook-receiver.js'

async function upload(
  { server, acme }: Story,
  words: string,
  filename: string,
  about: Record<string, string>,
  token?: string,
) {
  const form = new FormData()
  for (const [key, value] of Object.entries({ account_id: acme.id, ...about })) form.set(key, value)
  form.set('file', new Blob([words]), filename)
  const headers: Record<string, string> = token ? { authorization: token } : {}
  const response = await fetch(`${server.url}/api/upload`, { method: 'POST', body: form, headers })
  return ((await response.json()) as { data: { id: string; file_url: string } }).data
}

/** Every row of every table, the queue included, that contains one of the marks. */
async function rowsWith({ server }: Story, marks: string[]) {
  const { pool } = databaseOf(server.platform)
  const { rows: tables } = await pool.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(40)
  const found: string[] = []
  for (const { schema, name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select row_to_json(x)::text as row from "${schema}"."${name}" x where row_to_json(x)::text ilike any($1)`,
      [marks.map((mark) => `%${mark}%`)],
    )
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}

async function filesWith({ server }: Story, marks: string[]) {
  const folder = join(server.platform.config.data_dir, 'files')
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const content = await readFile(join(entry.parentPath, entry.name), 'utf8')
    if (marks.some((mark) => content.includes(mark) || entry.name.includes(mark))) found.push(entry.name)
  }
  return found
}

/** Dana sends a mail with Eve in Cc, and Eve answers it. All that Eve writes has a mark. */
async function writeAsGuest({ acme, server }: Story) {
  const mark = `qq${crypto.randomUUID().slice(0, 8)}`
  const { email: inbox } = await newForwardingAddress(server, acme.id)
  const [guest, first, answer] = [`${crypto.randomUUID()}@shop.test`, crypto.randomUUID(), crypto.randomUUID()]
  const opening = `From: ${crypto.randomUUID()}@shop.test\nCc: ${guest}\nMessage-ID: <${first}@shop.test>`
  const opened = await deliver(server, inbox, mail(opening, plain('First question')))
  const head = `From: ${mark} Eve <${guest}>\nSubject: ${mark}\nMessage-ID: <${answer}@shop.test>\nIn-Reply-To: <${first}@shop.test>`
  const answered = await deliver(server, inbox, mail(head, plain(`${mark} words`)))
  if (opened.state !== 'message' || answered.state !== 'message') throw new Error('a mail became no message')
  expect(answered.conversation_id).toBe(opened.conversation_id)
  const authors = databaseOf(server.platform).db.selectFrom('messages').select('customer_id')
  const ids = await authors.where('conversation_id', '=', opened.conversation_id).orderBy('seq').execute()
  const [owner_id = '', guest_id = ''] = ids.map(({ customer_id }) => customer_id ?? '')
  return { mark, conversation_id: opened.conversation_id, owner_id, guest_id, guest, inbox, first }
}

/** Carla with everything that can belong to a customer. Every text has a mark. */
async function marked() {
  const tale = await story()
  const { ada, ben, carla, acme, server } = tale
  const { customer_id, conversation_id } = carla
  const { db } = databaseOf(server.platform)
  const mark = `qq${crypto.randomUUID().slice(0, 8)}`
  const path = `/api/customers/${customer_id}`
  const customer = { name: `${mark}name`, email: `${mark}@example.com`, phone: `${mark}1`, external_id: `${mark}id` }
  await ada.data('PUT', path, { customer: { ...customer, metadata: { plan: `${mark}plan` } } })
  await carla.put(`${path}/metadata`, { metadata: { current_url: `https://${mark}.example/`, browser: mark } })

  const own = await upload(tale, `${mark} mine`, `${mark}.txt`, { customer_id })
  const nameless = await upload(tale, `${mark} nameless`, `${mark}.txt`, {})
  const answered = await upload(tale, `${mark} for you`, `offer-${mark}.txt`, {}, ada.token)
  const shared = await upload(tale, 'price list', 'prices.txt', {}, ada.token)
  const later = await upload(tale, `${mark} later`, 'later.txt', {}, ada.token)
  await carla.says(`${mark} hello`, { file_ids: [own.id, nameless.id], metadata: { page: mark } })
  await ada.sends({ conversation_id, body: `Dear ${mark}`, file_ids: [answered.id, shared.id] })
  await ben.sends({
    conversation_id,
    body: `${mark} is a reporter`,
    private: true,
    type: 'note',
    mentioned_user_ids: [ada.id],
  })
  await ada.data('PUT', `/api/conversations/${conversation_id}`, {
    conversation: { subject: mark, metadata: { mark } },
  })
  await ada.data('POST', '/api/notes', { note: { body: `${mark} note`, customer_id } })
  const tag = await ada.data('POST', '/api/tags', { tag: { name: 'VIP' } })
  const issue = await ada.data('POST', '/api/issues', { issue: { title: 'Export is slow' } })
  for (const [kind, id] of [
    ['tags', tag.id],
    ['issues', issue.id],
  ] as const)
    await ada.data('POST', `${path}/${kind}`, { [`${kind.slice(0, -1)}_id`]: id })
  await ada.data('POST', `/api/conversations/${conversation_id}/tags`, { tag_id: tag.id })
  // The log also names them for a conversation that was erased before.
  const begun = { conversation: { account_id: acme.id, customer_id } }
  const erased = await carla.data('POST', '/api/conversations', begun)
  expect((await ada.delete(`/api/conversations/${erased.id}`)).status).toBe(204)
  const send_at = new Date(Date.now() + 3_600_000)
  const waiting = { account_id: acme.id, conversation_id, user_id: ada.id, body: mark, type: 'reply', send_at } as const
  await db
    .insertInto('scheduled_messages')
    .values({ ...waiting, file_ids: JSON.stringify([later.id]) })
    .execute()
  const rating = { account_id: acme.id, conversation_id, asked_at: new Date(), rated_at: new Date() }
  await db
    .insertInto('ratings')
    .values({ ...rating, score: 1, comment: mark, source: 'widget' })
    .execute()
  const session = { account_id: acme.id, customer_id, metadata: JSON.stringify({ mark }) }
  await db.insertInto('browser_sessions').values(session).execute()
  return { ...tale, tale, mark, path, shared, tag, issue, marks: [mark, customer_id, conversation_id] }
}

test('erasing a customer leaves nothing in any table or file', { timeout: 30_000 }, async () => {
  const { tale, ada, grace, carla, marks, mark, path, shared, acme, server, tag, issue } = await marked()
  const dora = await new Visitor(server.url).arrives(acme.id, { name: 'Dora' })
  await dora.opensChat()
  await ada.sends({ conversation_id: dora.conversation_id, body: 'Our prices', file_ids: [shared.id] })
  expect((await rowsWith(tale, marks)).length).toBeGreaterThan(20)
  expect(await filesWith(tale, [mark])).toHaveLength(4)

  expect((await grace.delete(path)).status).toBe(404)
  expect((await ada.delete(path)).status).toBe(204)

  // A job deletes the bytes.
  await expect.poll(() => filesWith(tale, [mark])).toEqual([])
  const events = (row: string) => row.startsWith('events: ')
  await expect.poll(async () => (await rowsWith(tale, marks)).filter((row) => !events(row))).toEqual([])
  // The log keeps who erased what and when, but no text and no personal data.
  const log = await rowsWith(tale, [mark, carla.customer_id])
  expect(log.map((row) => JSON.parse(row.slice('events: '.length)))).toMatchObject([
    { type: 'customer:deleted', actor: `user:${ada.id}`, payload: { customer_id: carla.customer_id } },
  ])

  expect((await ada.delete(path)).status).toBe(404)
  expect((await ada.get(path)).status).toBe(404)
  expect((await carla.get(`${path}/exists`)).body).toEqual({ data: false })
  const theirs = await ada.data('GET', `/api/conversations/${dora.conversation_id}`)
  expect(theirs.messages).toMatchObject([{ body: 'Our prices', attachments: [{ id: shared.id }] }])
  expect((await ada.get(new URL(shared.file_url).pathname)).body).toBe('price list')
  for (const kept of [`/api/tags/${tag.id}`, `/api/issues/${issue.id}`]) expect((await ada.get(kept)).status).toBe(200)
})

test('erases merged and restored customers, too', async () => {
  const { tale, ada, carla, marks, mark, path, acme, server } = await marked()
  const dora = await new Visitor(server.url).arrives(acme.id, { name: 'Dora', email: 'dora@example.com' })
  const emil = await new Visitor(server.url).arrives(acme.id, { name: 'Emil' })
  const into = (id: string, other: string) => ada.data('POST', `/api/customers/${id}/merge`, { customer_id: other })

  await into(dora.customer_id, carla.customer_id)
  const exported = JSON.stringify(await (await ada.get(`/api/customers/${dora.customer_id}/export`)).body)
  for (const part of ['name', '@example.com', 'plan', 'id']) expect(exported).toContain(`${mark}${part}`)
  expect(await rowsWith(tale, marks)).not.toEqual([])
  await into(emil.customer_id, dora.customer_id)
  expect((await ada.delete(path)).status).toBe(404)
  expect((await ada.delete(`/api/customers/${emil.customer_id}`)).status).toBe(204)
  await expect.poll(() => filesWith(tale, [mark])).toEqual([])
  const left = async () => {
    const rows = await rowsWith(tale, [mark, carla.customer_id, dora.customer_id])
    return rows.map((row) => (row.startsWith('events: ') ? JSON.parse(row.slice('events: '.length)) : row))
  }
  // Webhooks and functions read the former ids in the log.
  const former_customer_ids = expect.toSatisfy(
    (ids: string[]) => ids.toSorted().join() === [carla.customer_id, dora.customer_id].toSorted().join(),
  )
  const payload = { customer_id: emil.customer_id, former_customer_ids }
  await expect.poll(left).toMatchObject([{ type: 'customer:deleted', payload }])

  const [fay, gil] = [await new Visitor(server.url).arrives(acme.id), await new Visitor(server.url).arrives(acme.id)]
  const { id } = await into(fay.customer_id, gil.customer_id)
  await ada.data('POST', `/api/customer_merges/${id}/undo`)
  expect((await ada.delete(`/api/customers/${gil.customer_id}`)).status).toBe(204)
  const log = (await rowsWith(tale, [gil.customer_id])).map((row) => JSON.parse(row.slice('events: '.length)))
  expect(log).toMatchObject([{ type: 'customer:deleted', payload: { customer_id: gil.customer_id } }])
})

test('notifies everybody who has the conversation open, the visitor too', async () => {
  const { ada, ben, grace, carla, hearOut } = await story()
  const { customer_id, conversation_id } = carla
  await carla.says('Hello')
  const received: unknown[] = []
  const elsewhere: unknown[] = []
  const inbox = await ben.listen()
  inbox.on('conversation:updated', ({ id, updates }) => received.push([id, updates.archived_at !== null]))
  inbox.on('customer:deleted', (deleted) => received.push(deleted))
  ;(await grace.listen()).on('customer:deleted', (deleted) => elsewhere.push(deleted))
  const widget: unknown[] = []
  const chat = await new Visitor(carla.url).join(`conversation:${conversation_id}`)
  chat.on('conversation:deleted', (deleted) => widget.push(deleted))

  expect((await ada.delete(`/api/customers/${customer_id}`)).status).toBe(204)
  await hearOut()
  await chat.push('ping', {})
  expect(received).toEqual([[conversation_id, true], { id: customer_id, conversation_ids: [conversation_id] }])
  expect(widget).toEqual([{ id: conversation_id }])
  expect(elsewhere).toEqual([])

  await expect(carla.says('Are you still there?')).rejects.toThrow()
  await expect(new Visitor(carla.url).join(`conversation:${conversation_id}`)).rejects.toThrow('unauthorized')
  expect((await ada.post('/api/messages', { message: { conversation_id, body: 'Hello?' } })).status).toBe(404)
})

test('parallel messages are rejected or erased, without a deadlock', async () => {
  const { ada, ben, carla, server, acme } = await story()
  const { customer_id, conversation_id } = carla
  const says = (n: number) =>
    carla.says(`Line ${n}`).then(
      () => 'sent',
      () => 'refused',
    )
  const first = await Promise.all(Array.from({ length: 10 }, (_, n) => says(n)))
  expect(first).toEqual(first.map(() => 'sent'))
  const talking = Array.from({ length: 40 }, (_, n) => says(n))
  const answers = Array.from({ length: 10 }, () =>
    ben.post('/api/messages', { message: { conversation_id, body: 'Yes' } }),
  )
  const erased = ada.delete(`/api/customers/${customer_id}`)
  const starting = Array.from({ length: 5 }, () =>
    carla.post('/api/conversations', { conversation: { account_id: acme.id, customer_id } }),
  )
  expect((await erased).status).toBe(204)
  await Promise.all(talking)
  for (const { status } of await Promise.all(answers)) expect([201, 404]).toContain(status)
  for (const { status } of await Promise.all(starting)) expect([201, 422]).toContain(status)
  const { pool } = databaseOf(server.platform)
  for (const table of ['customers', 'conversations', 'messages']) {
    const { rows } = await pool.query(`select 1 from ${table} where account_id = $1`, [acme.id])
    expect([table, rows]).toEqual([table, []])
  }
})

test('erases a conversation and keeps its customer', async () => {
  const tale = await marked()
  const { ada, ben, grace, carla, mark, path, shared } = tale
  const { conversation_id } = carla
  const received: unknown[] = []
  ;(await ben.listen()).on('conversation:updated', ({ id, updates }) =>
    received.push([id, updates.archived_at !== null]),
  )
  const chat = await new Visitor(carla.url).join(`conversation:${conversation_id}`)
  const widget: unknown[] = []
  chat.on('conversation:deleted', (deleted) => widget.push(deleted))

  const own = `/api/conversations/${conversation_id}`
  expect((await grace.delete(own)).status).toBe(404)
  expect((await carla.delete(own)).status).toBe(401)
  expect((await ada.delete(own)).status).toBe(204)
  await ben.hearOut()
  await chat.push('ping', {})
  expect(received).toEqual([[conversation_id, true]])
  expect(widget).toEqual([{ id: conversation_id }])

  expect([(await ada.get(own)).status, (await ada.delete(own)).status]).toEqual([404, 404])
  expect((await ada.post(`${own}/restore`)).status).toBe(404)
  // Attached files are deleted with it.
  await expect.poll(async () => (await filesWith(tale.tale, [`${mark} for you`])).length).toBe(0)
  expect((await ada.get(new URL(shared.file_url).pathname)).status).toBe(404)
  expect((await ada.data('GET', path)).name).toBe(`${mark}name`)
})

test('erases what a customer wrote in the conversations of others', { timeout: 30_000 }, async () => {
  const tale = await story()
  const { ada, server } = tale
  const receiver = await startReceiver()
  const subscription = { webhook_url: receiver.url, events: ['message:created'] }
  await ada.data('POST', '/api/event_subscriptions', { event_subscription: subscription })
  const fn = await newFunction(ada, 'const handler = ({ payload }) => payload.body')
  const { owner_id, guest_id, conversation_id, mark } = await writeAsGuest(tale)
  const other = await writeAsGuest(tale)
  await expect.poll(() => endedRuns(ada, fn)).toHaveLength(4)
  await expect.poll(() => receiver.received.length).toBe(4)
  const marks = [mark, guest_id]
  const tables = async () => new Set((await rowsWith(tale, marks)).map((row) => row.split(': ')[0]))
  expect([...(await tables())]).toEqual(
    expect.arrayContaining(['customers', 'events', 'incoming_mails', 'lambda_runs', 'messages', 'webhook_events']),
  )
  expect(await filesWith(tale, [mark])).toHaveLength(1)

  expect((await ada.delete(`/api/customers/${guest_id}`)).status).toBe(204)
  await reactionsDone(server)
  await expect.poll(() => filesWith(tale, [mark])).toEqual([])
  const left = (await rowsWith(tale, marks)).map((row) => JSON.parse(row.slice(row.indexOf(': ') + 2)))
  expect(left).toMatchObject([{ type: 'customer:deleted', payload: { customer_id: guest_id } }])

  // What the owner wrote is still there, and everything in other conversations.
  const messages = await ada.data('GET', `/api/conversations/${conversation_id}/messages`)
  expect(messages).toMatchObject([{ body: 'First question', customer_id: owner_id }])
  const { pool } = databaseOf(server.platform)
  const mails = 'select conversation_id from incoming_mails where account_id = $1 order by created_at'
  expect((await pool.query(mails, [ada.account_id])).rows).toMatchObject([
    { conversation_id },
    { conversation_id: other.conversation_id },
    { conversation_id: other.conversation_id },
  ])
  const bodies = await pool.query('select 1 from webhook_events where account_id = $1', [ada.account_id])
  expect([bodies.rowCount, (await runsOf(ada, fn)).length]).toEqual([3, 3])
})

test('erases automatic replies and bounces about a customer, also in the conversations of others', async () => {
  const tale = await story()
  const { ada, server } = tale
  const { guest_id, guest, inbox, first, mark } = await writeAsGuest(tale)
  const away = (from: string, text: string) => {
    const headers = `From: ${from}\nAuto-Submitted: auto-replied\nMessage-ID: <${crypto.randomUUID()}@shop.test>`
    return mail(`${headers}\nIn-Reply-To: <${first}@shop.test>`, plain(text))
  }
  const bounce = (headers = '') => {
    const status = `Final-Recipient: rfc822; ${guest}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 ${mark}`
    const report = multipart('report; report-type=delivery-status', [
      plain('Not delivered'),
      `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.shop.test\n\n${status}\n`,
    ])
    return mail(`From: mailer-daemon@mx.shop.test\nMessage-ID: <${crypto.randomUUID()}@mx>\n${headers}`, report)
  }
  const reports = [
    away(guest.toUpperCase(), `${mark} is away`),
    bounce(`In-Reply-To: <${first}@shop.test>`),
    bounce(),
    away(`${crypto.randomUUID()}@shop.test`, 'Somebody else is away'),
  ]
  for (const report of reports) expect((await deliver(server, inbox, report)).state).toBe('ignored')
  expect(await filesWith(tale, [mark])).toHaveLength(4)

  expect((await ada.delete(`/api/customers/${guest_id}`)).status).toBe(204)
  await reactionsDone(server)
  await expect.poll(() => filesWith(tale, [mark])).toEqual([])
  expect(await rowsWith(tale, [mark])).toEqual([])
  const { pool } = databaseOf(server.platform)
  const left = 'select from incoming_mails where account_id = $1 and ignored_reason is not null'
  expect((await pool.query(left, [ada.account_id])).rowCount).toBe(1)
})

test('no event names a customer who wrote in a conversation that was erased before', async () => {
  const tale = await story()
  const { ada } = tale
  const actors = async (id: string) => (await rowsWith(tale, [`customer:${id}`])).length
  const [first, second] = [await writeAsGuest(tale), await writeAsGuest(tale)]
  expect([await actors(first.guest_id), await actors(second.guest_id)]).not.toContain(0)
  await ada.data('DELETE', `/api/conversations/${first.conversation_id}`)
  await ada.data('DELETE', `/api/customers/${second.owner_id}`)
  for (const { guest_id } of [first, second]) await ada.data('DELETE', `/api/customers/${guest_id}`)
  expect([await actors(first.guest_id), await actors(second.guest_id)]).toEqual([0, 0])
})

test('a repeated API call does not answer with an erased conversation', async () => {
  const { ada, carla, server } = await story()
  const { script } = await newScript(ada)
  const send = () => {
    const message = { conversation_id: carla.conversation_id, body: 'Only between us' }
    return script.post('/api/v1/messages', { message }, { 'idempotency-key': 'a' })
  }
  expect([(await send()).status, (await send()).headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  await ada.data('DELETE', `/api/conversations/${carla.conversation_id}`)
  expect((await send()).status).toBe(404)
  const { pool } = databaseOf(server.platform)
  const { rows } = await pool.query("select 1 from idempotent_calls where answer like '%Only between us%'")
  expect(rows).toEqual([])
})

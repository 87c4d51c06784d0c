import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { carlaTwice, merge, undo } from '../../../../test/customer-merges.js'
import { mailsTo, mailTo, reactionsDone } from '../../../../test/mail.js'
import { story, Visitor, type Story } from '../../../../test/story.js'
import { startReceiver, type Received, type WebhookReceiver } from '../../../../test/webhook-receiver.js'
import { databaseOf } from '../../../platform/database/of.js'

const PATH = '/api/event_subscriptions'

const subscribe = (agent: Story['grace'], { url }: WebhookReceiver, more: object = { events: ['message:created'] }) =>
  agent.data('POST', PATH, { event_subscription: { webhook_url: url, ...more } })

/** Of the messages: the conversation of a story may be reported, too. */
const bodies = (receiver: WebhookReceiver) => receiver.of('message:created').map(({ body }) => body)

function isSigned({ headers, body }: Received, secret: string) {
  const [time = '', ...signatures] = String(headers['x-papercups-signature']).split(',')
  const expected = createHmac('sha256', secret)
    .update(`${time.slice(2)}.${body}`)
    .digest('hex')
  return signatures.includes(`v1=${expected}`)
}

test('sends events, signed, to every verified webhook and to no other company', async () => {
  const { ada, grace, carla } = await story()
  const [ours, second, theirs] = [await startReceiver(), await startReceiver(), await startReceiver()]
  const { id } = await subscribe(ada, ours)
  await subscribe(ada, second)
  await subscribe(grace, theirs)
  const { secret } = await ada.data('GET', `${PATH}/${id}/secret`)

  await carla.says('Hello')
  await ada.answers('Hi')
  await ada.remarks('A note')

  for (const receiver of [ours, second]) await expect.poll(() => bodies(receiver)).toEqual(['Hello', 'Hi', 'A note'])
  expect(theirs.received).toEqual([])
  const [first] = ours.received
  if (!first) throw new Error('nothing arrived')
  expect(first.headers).toMatchObject({
    'content-type': 'application/json',
    'x-papercups-delivery': expect.stringMatching(/^[\da-f-]{36}$/),
  })
  const seconds = Number(/t=(\d+)/.exec(String(first.headers['x-papercups-signature']))?.[1])
  expect(Math.abs(seconds - Date.now() / 1_000)).toBeLessThan(60)
  expect(isSigned(first, secret)).toBe(true)
  expect(isSigned({ ...first, body: `${first.body} ` }, secret)).toBe(false)
})

test('signs with both secrets while one is rotated', async () => {
  const { ada, carla } = await story()
  const receiver = await startReceiver()
  const { id } = await subscribe(ada, receiver)
  const before = await ada.data('GET', `${PATH}/${id}/secret`)
  const after = await ada.data('POST', `${PATH}/${id}/rotate_secret`, {})
  await carla.says('During')
  await expect.poll(() => receiver.received.length).toBe(1)
  await ada.data('POST', `${PATH}/${id}/rotate_secret`, { keep_previous: false })
  await carla.says('Later')
  await expect.poll(() => receiver.received.length).toBe(2)
  const [during, later] = receiver.received
  if (!during || !later) throw new Error('nothing arrived')
  expect([before, after].map(({ secret }) => isSigned(during, secret))).toEqual([true, true])
  expect([before, after].map(({ secret }) => isSigned(later, secret))).toEqual([false, false])
})

test('tries again with the same delivery id, and keeps the order of the conversation', async () => {
  const { ada, carla } = await story()
  const receiver = await startReceiver()
  await subscribe(ada, receiver)
  let refused = 0
  receiver.answer = ({ payload }, reply) => {
    if (payload.body === 'First' && refused++ < 2) reply.writeHead(503).end('busy')
    else reply.end()
  }
  await carla.says('First')
  await carla.says('Second')
  await ada.answers('Third')

  await expect.poll(() => bodies(receiver), { timeout: 10_000 }).toEqual(['First', 'First', 'First', 'Second', 'Third'])
  const ids = receiver.received.map(({ headers }) => headers['x-papercups-delivery'])
  expect(new Set(ids.slice(0, 3)).size).toBe(1)
  expect(new Set(ids).size).toBe(3)
})

test('one conversation that fails does not hold up another one', async () => {
  const { ada, carla, server, acme } = await story()
  const receiver = await startReceiver()
  await subscribe(ada, receiver)
  receiver.answer = ({ payload }, reply) => void reply.writeHead(payload.body === 'Poison' ? 400 : 200).end()
  await carla.says('Poison')
  await carla.says('Behind it')
  const dora = await (await new Visitor(server.url).arrives(acme.id)).opensChat()
  await dora.says('Elsewhere')
  await expect.poll(() => bodies(receiver)).toContain('Elsewhere')
  await expect
    .poll(() => bodies(receiver).filter((body) => body === 'Poison').length, { timeout: 10_000 })
    .toBeGreaterThan(2)
  expect(bodies(receiver)).not.toContain('Behind it')
})

test('sends no message that says so in its metadata, and nothing to an unverified URL', async () => {
  const { ada, carla, server } = await story()
  const receiver = await startReceiver()
  const { id } = await subscribe(ada, receiver)
  await carla.says('Secret', { metadata: { disable_webhook_events: true } })
  await carla.says('Open')
  await expect.poll(() => bodies(receiver)).toEqual(['Open'])
  await ada.data('PUT', `${PATH}/${id}`, { event_subscription: { webhook_url: 'http://127.0.0.1:9/' } })
  await carla.says('To nobody')
  await reactionsDone(server)
  await ada.data('PUT', `${PATH}/${id}`, { event_subscription: { webhook_url: receiver.url } })
  await carla.says('Again')
  await expect.poll(() => bodies(receiver)).toEqual(['Open', 'Again'])
})

test('a webhook that is changed while its receiver is down loses no event', async () => {
  const { ada, carla } = await story()
  const receiver = await startReceiver()
  const { id } = await subscribe(ada, receiver)
  await receiver.close()
  await carla.says('While it is down')
  const changes = { webhook_url: ` ${receiver.url} `, events: ['message:created', 'customer:updated'] }
  expect(await ada.data('PUT', `${PATH}/${id}`, { event_subscription: changes })).toMatchObject({
    ...{ verified: true, webhook_url: receiver.url, events: changes.events },
  })
  await carla.says('Still down')

  const restarted = await startReceiver({ port: receiver.port })
  await expect.poll(() => bodies(restarted), { timeout: 15_000 }).toEqual(['While it is down', 'Still down'])
})

test('a failing receiver is paused with an email to the admins, and loses nothing', async () => {
  const { ada, ben, carla, server } = await story()
  const receiver = await startReceiver()
  const { id } = await subscribe(ada, receiver)
  receiver.answer = (_, reply) => void reply.writeHead(500).end()
  await carla.says('One')
  const state = () => ada.data('GET', `${PATH}/${id}`)
  await expect.poll(async () => (await state()).failing_since).not.toBeNull()

  await databaseOf(server.platform)
    .db.updateTable('event_subscriptions')
    .set({ failing_since: new Date(Date.now() - 25 * 3_600_000), retry_at: new Date() })
    .where('id', '=', id)
    .execute()
  await expect.poll(async () => (await state()).paused_at, { timeout: 15_000 }).not.toBeNull()
  const mail = await mailTo(server, ada.email, 'Your webhook is paused')
  expect(mail.text).toContain(new URL(receiver.url).host)
  expect(mail.text).toContain('/developers/event-subscriptions')
  receiver.received.length = 0
  await carla.says('Two')
  await ada.answers('Three')
  expect((await ada.post(`${PATH}/${id}/test`, { event: 'message:created' })).status).toBe(409)
  receiver.answer = (_, reply) => void reply.end()
  expect(receiver.received).toEqual([])

  expect(await ada.data('POST', `${PATH}/${id}/resume`)).toMatchObject({ paused_at: null, failing_since: null })
  await expect.poll(() => bodies(receiver)).toEqual(['One', 'Two', 'Three'])
  const paused = (mails: Array<{ subject: string }>) => mails.filter(({ subject }) => subject === mail.subject)
  expect(paused(await mailsTo(server, ada.email))).toHaveLength(1)
  expect(paused(await mailsTo(server, ben.email))).toHaveLength(0)
})

test('erasing a customer or a conversation removes what was sent about them', async () => {
  const { ada, carla, server, acme } = await story()
  const receiver = await startReceiver()
  await subscribe(ada, receiver, {
    events: ['message:created', 'customer:updated', 'customer:deleted', 'note:created'],
  })
  await carla.says('My secret')
  await ada.data('POST', '/api/notes', { note: { body: 'My secret note', customer_id: carla.customer_id } })
  await expect.poll(() => receiver.received.length).toBe(2)
  const rows = async () => {
    const events = databaseOf(server.platform).db.selectFrom('webhook_events').select('body')
    return (await events.where('account_id', '=', acme.id).execute()).map(({ body }) => JSON.parse(body))
  }
  expect(await rows()).toHaveLength(2)
  expect((await ada.delete(`/api/customers/${carla.customer_id}`)).status).toBe(204)
  await expect
    .poll(rows)
    .toEqual([{ event: 'customer:deleted', payload: { id: carla.customer_id, object: 'customer', deleted: true } }])
  await expect.poll(() => receiver.of('customer:deleted')).toHaveLength(1)
})

test('after an undone merge, erasing one customer keeps what was sent about the other', async () => {
  const { ada, carla, phone, server, acme } = await carlaTwice()
  await reactionsDone(server)
  const receiver = await startReceiver()
  await subscribe(ada, receiver, { events: ['customer:updated', 'message:created'] })
  const rows = async () => {
    await reactionsDone(server)
    const events = databaseOf(server.platform).db.selectFrom('webhook_events').select('body')
    const stored = await events.where('account_id', '=', acme.id).orderBy('created_at').execute()
    const payloads = stored.map(({ body }) => JSON.parse(body).payload as { body?: string; name?: string })
    return payloads.map(({ body, name }) => body ?? name).toSorted()
  }
  const rename = (id: string, name: string) => ada.data('PUT', `/api/customers/${id}`, { customer: { name } })
  await rename(carla.customer_id, 'Desk')
  await rename(phone.customer_id, 'Phone')
  await carla.says('Of the desk')
  await phone.says('Of the phone')
  await reactionsDone(server)
  const { body } = await merge(ada, carla.customer_id, phone.customer_id)
  await phone.says('While merged')
  await reactionsDone(server)
  await undo(ada, body.data.id)
  expect(await rows()).toEqual(['Desk', 'Of the desk', 'Of the phone', 'Phone', 'While merged'])

  await ada.data('DELETE', `/api/customers/${carla.customer_id}`)
  expect(await rows()).toEqual(['Of the phone', 'Phone', 'While merged'])
  await ada.data('DELETE', `/api/customers/${phone.customer_id}`)
  expect(await rows()).toEqual([])
})

test('erasing a customer removes what was sent about those who were merged into them', async () => {
  const { ada, carla, phone, server, acme } = await carlaTwice()
  await reactionsDone(server)
  const receiver = await startReceiver()
  await subscribe(ada, receiver, { events: ['customer:updated'] })
  await ada.data('PUT', `/api/customers/${phone.customer_id}`, { customer: { name: 'Phone' } })
  await reactionsDone(server)
  await merge(ada, carla.customer_id, phone.customer_id)
  const rows = async () => {
    await reactionsDone(server)
    const events = databaseOf(server.platform).db.selectFrom('webhook_events').select('type')
    return events.where('account_id', '=', acme.id).execute()
  }
  expect(await rows()).toHaveLength(1)
  await ada.data('DELETE', `/api/customers/${carla.customer_id}`)
  expect(await rows()).toEqual([])
})

test('after an undone merge, erasing the merged customer removes the merge, which has values of theirs', async () => {
  const { ada, carla, phone, server, acme } = await carlaTwice()
  await reactionsDone(server)
  const receiver = await startReceiver()
  await subscribe(ada, receiver, { events: ['customer:updated', 'customer:merged'] })
  await ada.data('PUT', `/api/customers/${carla.customer_id}`, { customer: { name: 'Desk' } })
  const { body } = await merge(ada, carla.customer_id, phone.customer_id)
  await reactionsDone(server)
  await undo(ada, body.data.id)
  const rows = async () => {
    await reactionsDone(server)
    const events = databaseOf(server.platform).db.selectFrom('webhook_events').select('type')
    return (await events.where('account_id', '=', acme.id).execute()).map(({ type }) => type).toSorted()
  }
  expect(await rows()).toEqual(['customer:merged', 'customer:updated'])
  await ada.data('DELETE', `/api/customers/${phone.customer_id}`)
  expect(await rows()).toEqual(['customer:updated'])
})

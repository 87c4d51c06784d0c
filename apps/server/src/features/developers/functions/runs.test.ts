import type { LambdaRehearsalDetails } from '@papercups/contract'
import { expect, test } from 'vitest'
import { carlaTwice, merge, undo } from '../../../../test/customer-merges.js'
import { endedRuns, FUNCTIONS, newFunction, runsOf } from '../../../../test/functions.js'
import { reactionsDone } from '../../../../test/mail.js'
import { story, type Story } from '../../../../test/story.js'
import { startReceiver } from '../../../../test/webhook-receiver.js'
import { databaseOf } from '../../../platform/database/of.js'
import { queueDueFunctions } from './schedule.js'
import { forgetOldRuns } from './unscoped.js'

/** The sample that the original's editor starts with. */
const sample = ({ server }: Story) => `
const papercups = require('@papercups-io/papercups')(
  process.env.PAPERCUPS_API_KEY,
  {host: '${server.platform.config.base_url}'}
);

// This function handles incoming webhook events!
const handler = async ({event, payload}) => {
  switch (event) {
    case 'message:created':
      const {body, conversation_id} = payload;
      return papercups.messages.create({
        body: getResponseMessage(body),
        type: 'bot',
        conversation_id,
      });
    default:
      return {event, payload};
  }
};

function getResponseMessage(text) {
  return text.toLowerCase().includes('test') ? 'Test successful!' : \`Received: "\${text}"\`;
}
;exports.handler = handler;
`

test("the original's sample answers customers, once each, and never itself", async () => {
  const all = await story()
  const { ada, grace, carla, heard } = all
  const fn = await newFunction(ada, sample(all))
  const strangers = await newFunction(grace, sample(all))

  await carla.says('A test')
  await carla.says('Hello')
  await expect.poll(() => heard.byCustomer).toEqual(['A test', 'Hello', 'Test successful!', 'Received: "Hello"'])
  await ada.answers('By hand')
  await ada.remarks('A note')
  await carla.says('Quiet', { metadata: { disable_webhook_events: true } })
  await reactionsDone(all.server)

  await expect.poll(() => endedRuns(ada, fn)).toHaveLength(2)
  const [first] = await endedRuns(ada, fn)
  expect(first).toMatchObject({
    ...{ trigger: 'event', event: 'message:created', status: 'succeeded', attempts: 1, version: 1, error: null },
    ...{ output: [], writes: [], duration_ms: expect.any(Number) },
  })
  expect(JSON.parse(first?.input ?? '')).toMatchObject({ event: 'message:created', payload: { body: 'A test' } })
  expect(JSON.parse(first?.result ?? '')).toMatchObject({ type: 'bot', body: 'Test successful!', user_id: ada.id })
  expect(await runsOf(grace, strangers)).toEqual([])
  expect((await ada.data('GET', `${FUNCTIONS}/${fn.id}`)).last_executed_at).not.toBeNull()
})

test('runs for every event that it chose, in the order of the conversation, and shows its runs live', async () => {
  const { ada, ben, grace, carla } = await story()
  const changes: object[] = []
  const strangers: object[] = []
  ;(await ben.listen()).on('lambda_run:changed', (change) => changes.push(change))
  ;(await grace.listen()).on('lambda_run:changed', (change) => strangers.push(change))
  const code = `const handler = ({ event, payload }) => {
    console.log(event, { id: payload.id })
    console.warn('careful')
    if (event === 'tag:created') throw new TypeError('no tags')
    return payload.body || null
  }`
  const fn = await newFunction(ada, code, { events: ['message:created', 'tag:created'] })
  const tag = await ada.data('POST', '/api/tags', { tag: { name: 'VIP' } })
  for (const body of ['one', 'two', 'three']) await carla.says(body)

  await expect.poll(() => endedRuns(ada, fn)).toHaveLength(4)
  const runs = await endedRuns(ada, fn)
  const failed = runs.find(({ event }) => event === 'tag:created')
  expect(failed).toMatchObject({
    ...{ status: 'failed', result: null, error: 'TypeError: no tags' },
    output: [
      { level: 'log', text: `tag:created {"id":"${tag.id}"}` },
      { level: 'warn', text: 'careful' },
    ],
  })
  expect(runs.flatMap(({ result }) => result ?? [])).toEqual(['"one"', '"two"', '"three"'])
  const states = changes.filter((change) => (change as { id: string }).id === failed?.id)
  expect(states).toMatchObject([{ status: 'running', lambda_id: fn.id, rehearsal_id: null }, { status: 'failed' }])
  expect(strangers).toEqual([])

  const page = await ada.get(`${FUNCTIONS}/${fn.id}/runs?limit=3`)
  const rest = await ada.get(`${FUNCTIONS}/${fn.id}/runs?limit=3&after=${page.body.next}`)
  expect([page.body.data.length, rest.body.data.length, rest.body.next]).toEqual([3, 1, null])
  expect((await ada.get(`${FUNCTIONS}/${fn.id}/runs?status=failed`)).body.data).toHaveLength(1)
})

test('an inactive function gets nothing, and one that is switched off runs no more', async () => {
  const { ada, carla, server } = await story()
  const fn = await newFunction(ada, 'const handler = () => 1', { status: 'inactive' })
  await carla.says('Hello')
  await reactionsDone(server)
  expect(await runsOf(ada, fn)).toEqual([])
  expect((await ada.post(`${FUNCTIONS}/${fn.id}/invoke`, { event: 'message:created' })).body.data).toBe(1)
  expect(await runsOf(ada, fn)).toMatchObject([{ trigger: 'test', status: 'succeeded' }])
})

test('invoking answers with the error of a function that throws', async () => {
  const { ada } = await story()
  const fn = await newFunction(ada, 'async function handler({ payload }) { return payload.missing.field }')
  const { status, body } = await ada.post(`${FUNCTIONS}/${fn.id}/invoke`, { event: 'message:created', payload: {} })
  expect([status, body.data]).toMatchObject([200, { errorType: 'TypeError', errorMessage: expect.any(String) }])
  expect(await ada.data('GET', `${FUNCTIONS}/${fn.id}/runs/${body.run_id}`)).toMatchObject({ status: 'failed' })
})

test('fetch calls the internet as webhooks do, with no forged connection headers', async () => {
  const { ada } = await story()
  const receiver = await startReceiver()
  const code = `const handler = async ({ payload }) => {
    const headers = { 'X-Mine': 'yes', host: 'evil.test', 'transfer-encoding': 'chunked' }
    const response = await fetch(payload.url, { method: 'POST', headers, body: JSON.stringify({ hi: 1 }) })
    const metadata = await fetch('http://169.254.169.254/latest').catch((error) => error.message)
    return { status: response.status, ok: response.ok, metadata }
  }`
  const fn = await newFunction(ada, code)
  const call = { event: 'ping', payload: { url: receiver.url } }
  const { body } = await ada.post(`${FUNCTIONS}/${fn.id}/invoke`, call)
  expect(body.data).toMatchObject({ status: 200, ok: true, metadata: expect.stringMatching(/may not call/) })
  const [received] = receiver.received
  expect(received?.headers).toMatchObject({ 'x-mine': 'yes', host: new URL(receiver.url).host })
  expect(received?.body).toBe('{"hi":1}')
})

test('a function cannot use the key of another company or forge an IP on our own API', async () => {
  const { ada, grace } = await story()
  const graces = await newFunction(grace, 'const handler = () => 1')
  const code = `const papercups = require('@papercups-io/papercups')()
  const handler = async () => {
    const headers = { authorization: 'Bearer ' + process.env.PAPERCUPS_API_KEY, 'x-forwarded-for': '6.6.6.6' }
    await fetch(process.env.PAPERCUPS_HOST + '/api/v1/me', { headers })
    const me = await papercups.me()
    const theirs = await papercups.conversations.retrieve('${graces.id}').catch((error) => error.status)
    const page = await fetch(process.env.PAPERCUPS_HOST + '/metrics').catch((error) => error.message)
    return { email: me.email, theirs, page }
  }`
  const fn = await newFunction(ada, code)
  const { body } = await ada.post(`${FUNCTIONS}/${fn.id}/invoke`, { event: 'ping' })
  expect(body.data).toEqual({ email: ada.email, theirs: 404, page: expect.stringMatching(/only \/api/) })

  const keys = async () => ada.data('GET', '/api/personal_api_keys')
  await expect.poll(keys).toMatchObject([{ last_used_ip: '127.0.0.1' }])
  const [key] = await keys()
  await ada.delete(`/api/personal_api_keys/${key.id}`)
  expect(await ada.data('GET', `${FUNCTIONS}/${fn.id}`)).toMatchObject({ has_api_key: false })
  const refused = await ada.post(`${FUNCTIONS}/${fn.id}/invoke`, { event: 'ping' })
  expect(refused.body.data.errorMessage).toMatch(/Not authenticated|401/)
})

test('a schedule runs the function once for each time, and not for times before it was switched on', async () => {
  const { ada, server } = await story()
  const code = 'const handler = ({ event, payload }) => [event, payload.due_at]'
  const fn = await newFunction(ada, code, { cron: '*/5 * * * *', events: [] })
  const minutes = (count: number) => new Date(Math.ceil(Date.now() / 300_000) * 300_000 + count * 60_000)
  await queueDueFunctions(server.platform, minutes(-10))
  expect(await runsOf(ada, fn)).toEqual([])
  for (const count of [0, 0, 1, 4, 5, 12]) await queueDueFunctions(server.platform, minutes(count))
  const times = [minutes(0), minutes(5), minutes(10)]
  await expect
    .poll(async () => (await endedRuns(ada, fn)).map(({ trigger, result }) => [trigger, result]).toSorted())
    .toEqual(times.map((time) => ['cron', JSON.stringify(['cron', time.toISOString()])]))
})

test('a rehearsal runs the draft over past events and sends nothing', async () => {
  const all = await story()
  const { ada, grace, carla, heard } = all
  const receiver = await startReceiver()
  await carla.says('Hello')
  await carla.says('Please fail')
  await ada.answers('By hand')
  await reactionsDone(all.server)
  const code = `${sample(all)}
  exports.handler = async (call) => {
    if (call.payload.body === 'Please fail') throw new Error('as asked')
    await fetch('${receiver.url}', { method: 'POST', body: 'outside' })
    return [(await handler(call)).body, (await papercups.conversations.retrieve(call.payload.conversation_id)).id]
  }`
  const { id } = await ada.data('POST', FUNCTIONS, { lambda: { name: 'Draft' } })
  expect((await ada.post(`${FUNCTIONS}/${id}/rehearsals`, { code: 'const handler = (' })).status).toBe(422)
  await ada.data('POST', '/api/personal_api_keys', { label: 'For functions' })
  const started = await ada.post(`${FUNCTIONS}/${id}/rehearsals`, { code })
  expect([started.status, started.body.data]).toMatchObject([202, { total: 2, is_finished: false }])
  const path = `${FUNCTIONS}/${id}/rehearsals/${started.body.data.id}`
  const rehearsal = async (): Promise<LambdaRehearsalDetails> => ada.data('GET', path)
  await expect.poll(rehearsal).toMatchObject({ is_finished: true })

  const { runs, succeeded, failed } = await rehearsal()
  expect({ succeeded, failed }).toEqual({ succeeded: 1, failed: 1 })
  const reply = { message: { body: 'Received: "Hello"', type: 'bot', conversation_id: carla.conversation_id } }
  const url = `${all.server.platform.config.base_url}/api/v1/messages`
  expect(runs).toMatchObject([
    {
      ...{ trigger: 'rehearsal', version: null, status: 'succeeded' },
      result: JSON.stringify(['Received: "Hello"', carla.conversation_id]),
      writes: [
        { method: 'POST', url: receiver.url, body: 'outside' },
        { method: 'POST', url, body: JSON.stringify(reply) },
      ],
    },
    { status: 'failed', error: 'Error: as asked', writes: [] },
  ])
  expect(heard.byCustomer).toEqual(['Hello', 'Please fail', 'By hand'])
  expect(receiver.received).toEqual([])
  expect(await runsOf(ada, { id })).toEqual([])
  expect((await grace.get(path)).status).toBe(404)
  expect((await ada.delete(path)).status).toBe(204)
  expect((await ada.get(path)).status).toBe(404)
})

test('runs are forgotten after 30 days, and with the customer', async () => {
  const { ada, carla, server } = await story()
  const fn = await newFunction(ada, 'const handler = ({ payload }) => console.log(payload.body)')
  for (const body of ['One', 'Two', 'Three']) await carla.says(body)
  await expect.poll(() => endedRuns(ada, fn)).toHaveLength(3)
  const payload = { conversation_id: carla.conversation_id, body: 'Tested' }
  await ada.post(`${FUNCTIONS}/${fn.id}/invoke`, { event: 'message:created', payload })
  const [, , oldest] = await runsOf(ada, fn)
  await databaseOf(server.platform).pool.query(
    `update lambda_runs set created_at = now() - interval '31 days' where id = $1`,
    [oldest?.id],
  )
  await forgetOldRuns(server.platform)
  expect(await runsOf(ada, fn)).toHaveLength(3)
  await ada.data('DELETE', `/api/customers/${carla.customer_id}`)
  await expect.poll(() => runsOf(ada, fn)).toEqual([])
})

test('after an undone merge, erasing one customer keeps the runs of the other', async () => {
  const { ada, carla, phone, server } = await carlaTwice()
  await reactionsDone(server)
  const code = 'const handler = ({ payload }) => payload.body || payload.name'
  const fn = await newFunction(ada, code, { events: ['customer:updated', 'message:created'] })
  const results = async () => {
    await reactionsDone(server)
    return (await endedRuns(ada, fn)).map(({ result }) => JSON.parse(result ?? '') as string).toSorted()
  }
  const rename = (id: string, name: string) => ada.data('PUT', `/api/customers/${id}`, { customer: { name } })
  await rename(carla.customer_id, 'Desk')
  await rename(phone.customer_id, 'Phone')
  await reactionsDone(server)
  const { body } = await merge(ada, carla.customer_id, phone.customer_id)
  await phone.says('While merged')
  await expect.poll(results).toEqual(['Desk', 'Phone', 'While merged'])
  await undo(ada, body.data.id)

  await ada.data('DELETE', `/api/customers/${carla.customer_id}`)
  expect(await results()).toEqual(['Phone', 'While merged'])
  await ada.data('DELETE', `/api/customers/${phone.customer_id}`)
  expect(await results()).toEqual([])
})

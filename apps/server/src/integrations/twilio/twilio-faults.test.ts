import { beforeAll, expect, test, vi } from 'vitest'
import { jobsDone, mailsTo } from '../../../test/mail.js'
import { databaseOf } from '../../platform/database/of.js'
import { newNumber, soon, startTwilioServer, twilioStory } from '../../../test/twilio/twilio-story.js'

let world: Awaited<ReturnType<typeof startTwilioServer>>
beforeAll(async () => {
  world = await startTwilioServer()
})

const SEND = 'POST Messages.json'

test('sends nothing twice when an answer got lost, and keeps the order while Twilio is away', async () => {
  const { ada, twilio, own, texts, conversationOf, sms } = await twilioStory(world)
  await texts('Hello')
  const conversation_id = await conversationOf('Hello')
  twilio.fail(own.account_sid, SEND, 'lost answer')
  // The same text twice is two messages.
  await ada.replies(conversation_id, 'Yes')
  await ada.replies(conversation_id, 'Yes')
  await vi.waitFor(() => expect(sms()).toHaveLength(2), soon)
  twilio.fail(own.account_sid, SEND, { status: 503 }, { status: 429, code: 20_429, headers: { 'retry-after': '1' } })
  await ada.replies(conversation_id, 'One')
  await ada.replies(conversation_id, 'Two')
  await vi.waitFor(() => expect(sms().map(({ body }) => body)).toEqual(['Yes', 'Yes', 'One', 'Two']), soon)
})

test('after an hour without Twilio the admins get one mail, and answers are sent in their order', async () => {
  const { ada, twilio, own, texts, conversationOf, sms, server, id } = await twilioStory(world)
  await texts('Hello')
  const conversation_id = await conversationOf('Hello')
  const { pool } = databaseOf(server.platform)
  const change = (columns: string) => pool.query(`update connected_services set ${columns} where id = $1`, [id])
  const asked = () => twilio.calls.filter(({ call }) => call === SEND).length
  const mails = async () => (await mailsTo(server, ada.email)).filter(({ subject }) => subject.includes('Twilio'))
  twilio.fail(own.account_sid, SEND, ...Array.from({ length: 50 }, () => ({ status: 503 })))
  await ada.replies(conversation_id, 'One')
  await ada.replies(conversation_id, 'Two')
  const stateOf = async () => (await ada.data('GET', '/api/connected_services'))[0]
  await vi.waitFor(async () => expect(await stateOf()).toMatchObject({ state: 'failing', failure: 'status 503' }), soon)
  for (let hour = 0; hour < 2; hour += 1) {
    const before = asked()
    await change(`failing_since = now() - interval '61 minutes', retry_at = now()`)
    await vi.waitFor(() => expect(asked()).toBeGreaterThan(before), soon)
  }
  await vi.waitFor(async () => expect(await mails()).toHaveLength(1), soon)
  twilio.fail(own.account_sid, SEND)
  await change('retry_at = now()')
  await vi.waitFor(() => expect(sms().map(({ body }) => body)).toEqual(['One', 'Two']), soon)
  await vi.waitFor(async () => expect(await stateOf()).toMatchObject({ state: 'working', failure: null }), soon)
  await jobsDone(server)
  expect(await mails()).toHaveLength(1)
})

test('a STOP that is repeated weeks later does not stop a person who wrote START since', async () => {
  const { ada, phone, smsForm, calls, texts, conversationOf, received, server } = await twilioStory(world)
  const stop = smsForm('STOP')
  expect((await calls('/api/twilio/webhook', stop)).status).toBe(200)
  await conversationOf('STOP')
  await texts('START')
  await conversationOf('START')
  await server.platform.account(ada.account_id).delete('service_events').execute()
  expect((await calls('/api/twilio/webhook', stop)).status).toBe(200)
  await jobsDone(server)
  expect((await ada.post('/api/twilio/send', { to: phone, body: 'Welcome back' })).status).toBe(200)
  expect(received().map(({ body }) => body)).toEqual(['STOP', 'START'])
})

test('SMS of a short code or of a name are one conversation each, and an answer says that it cannot be sent', async () => {
  const { ada, texts, conversationOf, sms, deliveries } = await twilioStory(world)
  for (const From of ['12345', 'AMAZON']) {
    await texts(`A code from ${From}`, { From })
    const conversation_id = await conversationOf(`A code from ${From}`)
    await texts(`Another from ${From}`, { From })
    expect(await conversationOf(`Another from ${From}`)).toBe(conversation_id)
    expect((await ada.data('GET', `/api/conversations/${conversation_id}`)).customer.phone).toBe(From)
    await ada.replies(conversation_id, 'Thank you')
    const failures = async () => (await deliveries(conversation_id)).map(({ failure }) => failure)
    await vi.waitFor(
      async () => expect(await failures()).toEqual(['the number does not exist (Twilio error 21211)']),
      soon,
    )
  }
  expect(sms()).toEqual([])
})

test('says why Twilio refused an SMS, and sends the next one', async () => {
  const { ada, twilio, own, texts, conversationOf, sms, deliveries } = await twilioStory(world)
  await texts('Hello')
  const conversation_id = await conversationOf('Hello')
  twilio.fail(own.account_sid, SEND, { status: 400, code: 21_408 }, { status: 400, code: 99_999, message: 'Odd.' })
  for (const text of ['One', 'Two', 'Three']) await ada.replies(conversation_id, text)
  await vi.waitFor(() => expect(sms().map(({ body }) => body)).toEqual(['Three']), soon)
  expect((await deliveries(conversation_id)).map(({ failure }) => failure)).toEqual([
    'your Twilio account may not send to this country (Twilio error 21408)',
    'Odd.',
    null,
  ])
})

test('waits for a new auth token when the old one is refused', async () => {
  const { ada, own, texts, conversationOf, sms, connect, id } = await twilioStory(world)
  await texts('Hello')
  const conversation_id = await conversationOf('Hello')
  own.auth_token = 'the-new-token'
  await ada.replies(conversation_id, 'One')
  await vi.waitFor(async () => {
    const [connection] = await ada.data('GET', '/api/connected_services')
    expect(connection).toMatchObject({
      service: 'twilio',
      state: 'revoked',
      failure: 'Twilio does not accept the auth token (Twilio error 20003)',
    })
  }, soon)
  expect(await connect({ id, twilio_auth_token: 'the-new-token' })).toEqual({ ok: true, id })
  await vi.waitFor(() => expect(sms().map(({ body }) => body)).toEqual(['One']), soon)
})

test('conversations continue when the inbox gets another number', async () => {
  const { ada, own, twilio, texts, conversationOf, sms, connect, id, phone } = await twilioStory(world)
  await texts('Hello')
  const conversation_id = await conversationOf('Hello')
  const number = newNumber()
  twilio.numbers.push({ ...own, number })
  expect(await connect({ id, from_phone_number: number })).toEqual({ ok: true, id })
  await ada.replies(conversation_id, 'We have a new number')
  await vi.waitFor(() => expect(sms().at(-1)).toMatchObject({ from: number, to: phone }), soon)
  await texts('Noted', { To: number })
  expect(await conversationOf('Noted')).toBe(conversation_id)
})

test('a stored STOP names nobody, and belongs to one account', async () => {
  const { ada, grace, texts, conversationOf, phone, twilio, own } = await twilioStory(world)
  await texts('STOP')
  await conversationOf('STOP')
  twilio.numbers.push({ ...own, number: newNumber() })
  const authorization = {
    twilio_account_sid: own.account_sid,
    twilio_auth_token: own.auth_token,
    from_phone_number: twilio.numbers.at(-1)?.number,
  }
  expect(await grace.data('POST', '/api/twilio/auth', { authorization })).toMatchObject({ ok: true })
  expect((await grace.post('/api/twilio/send', { to: phone, body: 'Hi' })).status).toBe(200)
  expect((await ada.post('/api/twilio/send', { to: phone, body: 'Hi' })).status).toBe(422)
})

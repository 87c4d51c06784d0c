import { beforeAll, expect, test, vi } from 'vitest'
import { databaseOf } from '../../platform/database/of.js'
import { newScript } from '../../../test/api-keys.js'
import { newNumber, soon, startTwilioServer, twilioStory } from '../../../test/twilio/twilio-story.js'

let world: Awaited<ReturnType<typeof startTwilioServer>>
beforeAll(async () => {
  world = await startTwilioServer()
})

const WRONG = 'Invalid Twilio authorization details.'

test('saves only what Twilio accepts, and shows no token', async () => {
  const { ada, own, id, connect, twilio, server } = await twilioStory(world)
  const stored = await ada.data('GET', '/api/twilio/authorization')
  expect(stored).toMatchObject({
    id,
    inbox_id: null,
    twilio_account_sid: own.account_sid,
    twilio_auth_token: expect.stringMatching(/^•+$/),
    from_phone_number: own.number,
  })
  const { rows } = await databaseOf(server.platform).pool.query(
    'select row_to_json(s)::text as row from connected_services s where account_id = $1',
    [ada.account_id],
  )
  expect(rows[0].row).not.toContain(own.auth_token)

  expect(await connect({ id, twilio_auth_token: 'wrong' })).toEqual({ ok: false, error: WRONG })
  expect(await connect({ id, from_phone_number: newNumber() })).toEqual({
    ok: false,
    error: 'This number does not belong to your Twilio account.',
  })
  twilio.fail(own.account_sid, 'GET IncomingPhoneNumbers.json', { status: 500 })
  expect(await connect({ id })).toEqual({ ok: false, error: 'No usable answer from Twilio: status 500' })
  expect(await connect({ id, twilio_auth_token: stored.twilio_auth_token })).toEqual({ ok: true, id })
  expect(await ada.data('GET', '/api/twilio/authorization?inbox_id')).toMatchObject({ id })
  const [inbox] = await ada.data('GET', '/api/inboxes')
  expect(await connect({ inbox_id: inbox.id })).toEqual({
    ok: false,
    error: 'This number is connected to another inbox.',
  })

  const status = async (changes: object) =>
    (await ada.post('/api/twilio/auth', { authorization: { id, ...changes } })).status
  expect(await status({ twilio_account_sid: 'AC2' })).toBe(422)
  for (const from_phone_number of ['15550100', '12345', '+1', '+1555010010,+15550100101', 'abc', ['+15550100100']])
    expect([from_phone_number, await status({ from_phone_number })]).toEqual([from_phone_number, 422])
})

test('members and other accounts cannot connect, change or disconnect', async () => {
  const { ada, ben, grace, id, authorization, sms, texts, received } = await twilioStory(world)
  const [inbox] = await ada.data('GET', '/api/inboxes')
  for (const [agent, status] of [
    [ben, 403],
    [grace, 404],
  ] as const) {
    for (const changes of [{ id }, { inbox_id: inbox.id }]) {
      const body = { authorization: { ...authorization, ...changes } }
      expect((await agent.post('/api/twilio/auth', body)).status).toBe(status)
    }
    expect((await agent.delete(`/api/twilio/authorizations/${id}`)).status).toBe(status)
  }
  expect(await grace.data('GET', '/api/twilio/authorization')).toBeNull()
  expect((await grace.post('/api/twilio/send', { to: newNumber(), body: 'Hi' })).status).toBe(403)
  expect((await ada.delete(`/api/twilio/authorizations/${id}`)).status).toBe(204)
  await texts('Nobody takes this')
  expect((await ada.post('/api/twilio/send', { to: newNumber(), body: 'Hi' })).status).toBe(403)
  expect([sms(), received()]).toEqual([[], []])
})

test('sends an SMS to a new number from the page of a customer', async () => {
  const { ada, grace, texts, conversationOf, sms, phone } = await twilioStory(world)
  const { id: customer_id } = await ada.data('POST', '/api/customers', {
    customer: { account_id: ada.account_id, name: 'Dora' },
  })
  const spelled = phone.replace(/^\+1(\d{3})/, '+1 $1 ')
  const { conversation_id } = await ada.data('POST', '/api/twilio/conversations', {
    customer_id,
    to: spelled,
    body: 'Your table is ready',
  })
  await vi.waitFor(() => expect(sms()).toMatchObject([{ to: phone, body: 'Your table is ready' }]), soon)
  expect((await ada.data('GET', `/api/customers/${customer_id}`)).phone).toBe(phone)
  await texts('On my way')
  expect(await conversationOf('On my way')).toBe(conversation_id)
  const again = await ada.data('POST', '/api/twilio/conversations', { customer_id, body: 'See you' })
  expect(again.conversation_id).toBe(conversation_id)

  const { id: other } = await ada.data('POST', '/api/customers', {
    customer: { account_id: ada.account_id, name: 'Eve' },
  })
  const send = (given: object) => ada.post('/api/twilio/conversations', { customer_id: other, body: 'Hi', ...given })
  expect((await send({ to: phone })).body.error.message).toContain('another customer')
  const problems = {
    '5550100123': 'must start with + and the country code, for example +15551234567',
    '12345': 'is a short code: SMS can only be sent to full numbers',
    '+155501001230,+155501001231': 'must contain only one number, in digits',
    '': "can't be blank",
  }
  for (const [to, problem] of Object.entries(problems))
    expect((await send({ to })).body.error.errors).toEqual({ to: [problem] })
  const many = Array.from({ length: 10_000 }, newNumber)
  expect((await send({ to: many })).status).toBe(422)
  expect((await send({ to: many.join(',') })).status).toBe(422)
  expect((await grace.post('/api/twilio/conversations', { customer_id, body: 'Hi' })).status).toBe(404)
})

test('sends from the number of the inbox; a number without an inbox belongs to the primary one', async () => {
  const { ada, sms, phone } = await twilioStory(world)
  const { id: customer_id } = await ada.data('POST', '/api/customers', {
    customer: { account_id: ada.account_id, name: 'Dora', phone },
  })
  const [primary] = await ada.data('GET', '/api/inboxes')
  const sales = await ada.data('POST', '/api/inboxes', { inbox: { name: 'Sales' } })
  const send = (inbox_id: string) => ada.post('/api/twilio/conversations', { customer_id, inbox_id, body: 'Hi' })
  const refused = await send(sales.id)
  expect([refused.status, refused.body.error.message]).toEqual([403, 'Twilio is not connected to this inbox.'])
  expect((await send(primary.id)).status).toBe(201)
  await vi.waitFor(() => expect(sms()).toMatchObject([{ to: phone, body: 'Hi' }]), soon)
})

test('a script sends an SMS and gets the answer of Twilio', async () => {
  const { ada, sms, phone, own, texts, conversationOf } = await twilioStory(world)
  const { script } = await newScript(ada)
  const sent = await script.data('POST', '/api/v1/twilio/send', { to: phone, body: 'Hi' })
  expect(sent).toMatchObject({ sid: sms()[0]?.sid, to: phone, from: own.number, body: 'Hi', status: 'queued' })
  expect((await script.post('/api/v1/twilio/send', { to: phone, body: 'x'.repeat(1_601) })).status).toBe(422)
  await texts('Hello to you')
  const conversation_id = await conversationOf('Hello to you')
  const messages = await ada.data('GET', `/api/conversations/${conversation_id}/messages?after=0`)
  expect(messages.map(({ body }: { body: string }) => body)).toEqual(['Hi', 'Hello to you'])
  // It is not sent a second time as an answer.
  await ada.replies(conversation_id, 'Bye')
  await vi.waitFor(() => expect(sms().map(({ body }) => body)).toEqual(['Hi', 'Bye']), soon)
})

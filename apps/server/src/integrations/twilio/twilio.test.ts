import { beforeAll, expect, test, vi } from 'vitest'
import { newNumber, soon, startTwilioServer, twilioStory } from '../../../test/twilio/twilio-story.js'
import { sign } from '../../../test/twilio/stand-in.js'
import { uploaded } from '../../../test/upload.js'

let world: Awaited<ReturnType<typeof startTwilioServer>>
beforeAll(async () => {
  world = await startTwilioServer()
})

test('an SMS opens a conversation, and answers are sent as SMS', async () => {
  const { ada, phone, own, texts, conversationOf, sms, received, grace } = await twilioStory(world)
  await texts('Is it open today?')
  const conversation_id = await conversationOf('Is it open today?')
  const conversation = await ada.data('GET', `/api/conversations/${conversation_id}`)
  expect(conversation).toMatchObject({ source: 'sms', status: 'open', read: false, customer: { phone, email: null } })

  await ada.replies(conversation_id, 'Until nine')
  await ada.notes(conversation_id, 'She calls often')
  await ada.replies(conversation_id, 'Come by')
  await vi.waitFor(() => expect(sms()).toHaveLength(2), soon)
  expect(sms().map(({ body, to, from }) => [body, to, from])).toEqual([
    ['Until nine', phone, own.number],
    ['Come by', phone, own.number],
  ])

  await ada.data('PUT', `/api/conversations/${conversation_id}`, { conversation: { status: 'closed' } })
  await texts('Thanks')
  expect(await conversationOf('Thanks')).toBe(conversation_id)
  expect((await ada.data('GET', `/api/conversations/${conversation_id}`)).status).toBe('open')
  expect(received().map(({ body }) => body)).toEqual(['Is it open today?', 'Thanks'])
  expect(grace.heard).toEqual([])
  expect(sms()).toHaveLength(2)
})

test('continues with the customer who has this number in another spelling', async () => {
  const { ada, texts, conversationOf } = await twilioStory(world)
  const phone = newNumber()
  const spelled = phone.replace(/^\+1(\d{3})(\d{3})/, '+1 ($1) $2-')
  const { id } = await ada.data('POST', '/api/customers', {
    customer: { account_id: ada.account_id, name: 'Dora', phone: spelled },
  })
  await texts('It is me', { From: phone })
  const conversation_id = await conversationOf('It is me')
  expect((await ada.data('GET', `/api/conversations/${conversation_id}`)).customer_id).toBe(id)
})

test('takes each SMS once, and only with the signature of the account', async () => {
  const { ada, calls, smsForm, received, conversationOf, texts, own, server, stranger } = await twilioStory(world)
  const path = '/api/twilio/webhook'
  const once = smsForm('Once')
  const answer = await calls(path, once)
  expect([answer.status, answer.headers.get('content-type'), answer.body]).toEqual([
    200,
    expect.stringContaining('text/xml'),
    '<?xml version="1.0" encoding="UTF-8"?><Response/>',
  ])
  expect((await calls(path, once)).status).toBe(200)
  for (const signature of ['', 'wrong', Buffer.alloc(20).toString('base64')])
    expect((await calls(path, smsForm('Forged'), signature)).status).toBe(403)
  // The signature of another call.
  const signature = sign(own.auth_token, server.platform.config.base_url + path, once)
  expect((await calls(path, smsForm('Forged'), signature)).status).toBe(403)
  expect((await calls(`${path}?again=1`, once, signature)).status).toBe(403)
  const elsewhere = { ...smsForm('Elsewhere'), To: newNumber() }
  expect((await calls(path, elsewhere)).status).toBe(200)
  for (const name of ['AccountSid', 'To', 'From', 'Body', 'MessageSid']) {
    const { [name]: _, ...rest } = smsForm('Incomplete') as Record<string, string>
    expect([name, (await calls(path, rest)).status]).toEqual([name, 400])
  }
  expect((await stranger.post(path, { AccountSid: own.account_sid })).status).toBe(400)
  await texts('Last')
  await conversationOf('Last')
  expect(received().map(({ body }) => body)).toEqual(['Once', 'Last'])
  expect(ada.heard.some(({ body }) => body === 'Forged')).toBe(false)
})

test('the SMS of a known number is a message before Twilio gets its answer, and waits behind an earlier one', async () => {
  const { ada, own, phone, texts, conversationOf, smsForm, calls, server } = await twilioStory(world)
  await texts('First')
  const conversation_id = await conversationOf('First')
  const bodies = async () =>
    (await ada.data('GET', `/api/conversations/${conversation_id}/messages?after=0`)).map(
      ({ body }: { body: string }) => body,
    )
  await texts('Second')
  expect(await bodies()).toEqual(['First', 'Second'])

  // An SMS with a picture, for example, whose job does not run yet.
  const waiting = smsForm('Third')
  const account = server.platform.account(ada.account_id)
  const event = { service: 'twilio', event_id: waiting.MessageSid, order_key: `${own.number} ${phone}` }
  const sms = { kind: 'sms', sid: waiting.MessageSid, account_sid: own.account_sid, number: own.number, phone }
  await account
    .insert('service_events', { ...event, body: JSON.stringify({ ...sms, text: 'Third', media: [] }) })
    .execute()
  await texts('Fourth')
  await vi.waitFor(async () => expect(await bodies()).toEqual(['First', 'Second', 'Third', 'Fourth']), soon)
  expect((await calls('/api/twilio/webhook', waiting)).status).toBe(200)
  await texts('Fifth')
  await vi.waitFor(async () => expect((await bodies()).at(-1)).toBe('Fifth'), soon)
  expect(await bodies()).toHaveLength(5)
})

test('takes pictures from Twilio alone, and sends them', async () => {
  const { ada, own, twilio, texts, conversationOf, sms, received } = await twilioStory(world)
  const base = `/2010-04-01/Accounts/${own.account_sid}/Messages/MM1/Media/`
  const picture = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  twilio.media.set(`${base}ME1`, { bytes: picture, content_type: 'image/png' })
  twilio.media.set('/store/ME2', { bytes: picture, content_type: 'image/png' })
  twilio.media.set(`${base}ME2`, { bytes: picture, content_type: 'image/png', redirect_to: '/store/ME2' })
  twilio.media.set(`${base}ME3`, { bytes: Buffer.alloc(9_000_000), content_type: 'video/mp4' })
  const urls = [
    `${twilio.url}${base}ME1`,
    `${twilio.url}${base}ME2`,
    `${twilio.url}${base}ME3`,
    'http://127.0.0.1:9/steal',
  ]
  const media = Object.fromEntries(
    urls.flatMap((url, at) => [
      [`MediaUrl${at}`, url],
      [`MediaContentType${at}`, at === 2 ? 'video/mp4' : 'image/png'],
    ]),
  )
  await texts('Look', { NumMedia: '4', ...media })
  const body = 'Look\n(The file mms-3.mp4 stayed at Twilio.)\n(The file mms-4.png stayed at Twilio.)'
  const conversation_id = await conversationOf(body)
  expect(received()[0]?.attachments.map(({ filename, content_type }) => [filename, content_type])).toEqual([
    ['mms-1.png', 'image/png'],
    ['mms-2.png', 'image/png'],
  ])

  const image = await uploaded(ada, {}, picture)
  const text = await uploaded(ada, {})
  await ada.sends({ conversation_id, body: 'Here', file_ids: [image.id, text.id] })
  await ada.sends({ conversation_id, body: 'word '.repeat(700).trim() })
  await vi.waitFor(() => expect(sms()).toHaveLength(4), soon)
  expect(sms()[0]).toMatchObject({ body: `Here\n${text.filename}: ${text.file_url}`, media_urls: [image.file_url] })
  expect(sms().every(({ body }) => body.length <= 1_600)).toBe(true)
  expect(
    sms()
      .slice(1)
      .map(({ body }) => body)
      .join(' '),
  ).toBe('word '.repeat(700).trim())
})

test('shows whether an SMS arrived, and sends it again', async () => {
  const { ada, texts, conversationOf, sms, reports, deliveries, calls, own } = await twilioStory(world)
  await texts('Hello')
  const conversation_id = await conversationOf('Hello')
  await ada.replies(conversation_id, 'One')
  await ada.replies(conversation_id, 'Two')
  await vi.waitFor(() => expect(sms()).toHaveLength(2), soon)
  const [one, two] = sms()
  if (!one || !two) throw new Error('nothing was sent')
  expect(
    (
      await calls(
        `${new URL(one.status_callback ?? '').pathname}?service_delivery_id=${crypto.randomUUID()}`,
        {
          MessageSid: one.sid,
          MessageStatus: 'failed',
          AccountSid: own.account_sid,
          From: own.number,
          To: one.to,
        },
        'forged',
      )
    ).status,
  ).toBe(403)
  await reports(one, 'sent')
  await reports(one, 'delivered')
  await reports(two, 'undelivered', 30_003)
  const shown = async () => (await deliveries(conversation_id)).map(({ status, failure }) => [status, failure])
  const lost = 'the phone is switched off or out of reach (Twilio error 30003)'
  await vi.waitFor(
    async () =>
      expect(await shown()).toEqual([
        ['delivered', null],
        ['failed', lost],
      ]),
    soon,
  )
  two.status = 'undelivered'
  const [, failed] = await deliveries(conversation_id)
  await ada.data('POST', `/api/service_deliveries/${failed?.id}/retry`)
  await vi.waitFor(() => expect(sms().map(({ body }) => body)).toEqual(['One', 'Two', 'Two']), soon)
  const again = sms()[2]
  if (again) await reports(again, 'delivered')
  await vi.waitFor(
    async () =>
      expect(await shown()).toEqual([
        ['delivered', null],
        ['delivered', null],
      ]),
    soon,
  )
})

test('sends nothing to a person who wrote STOP, until they write START', async () => {
  const { ada, phone, texts, conversationOf, sms, deliveries, twilio, own } = await twilioStory(world)
  await texts('Hello')
  const conversation_id = await conversationOf('Hello')
  await texts(' Stop ')
  await conversationOf('Stop')
  await ada.replies(conversation_id, 'Are you sure?')
  const shown = async () => (await deliveries(conversation_id)).map(({ status, failure }) => [status, failure])
  const stopped = ['failed', 'the customer wrote STOP (Twilio error 21610)']
  await vi.waitFor(async () => expect(await shown()).toEqual([stopped]), soon)
  expect(sms()).toEqual([])
  const refused = await ada.post('/api/twilio/send', { to: phone, body: 'Hi' })
  expect([refused.status, refused.body.error.errors]).toEqual([422, { to: ['wrote STOP'] }])

  await texts('START')
  await conversationOf('START')
  const [delivery] = await deliveries(conversation_id)
  await ada.data('POST', `/api/service_deliveries/${delivery?.id}/retry`)
  await vi.waitFor(() => expect(sms().map(({ body }) => body)).toEqual(['Are you sure?']), soon)

  // Twilio knows of a STOP that we did not see.
  twilio.fail(own.account_sid, 'POST Messages.json', { status: 400, code: 21_610 })
  await ada.replies(conversation_id, 'Still there?')
  await vi.waitFor(async () => expect((await shown())[1]).toEqual(stopped), soon)
  const asked = twilio.calls.filter(({ call }) => call === 'POST Messages.json').length
  await ada.replies(conversation_id, 'Hello?')
  await vi.waitFor(async () => expect((await shown())[2]).toEqual(stopped), soon)
  expect(twilio.calls.filter(({ call }) => call === 'POST Messages.json')).toHaveLength(asked)
})

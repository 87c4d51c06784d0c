import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { Client } from '../../../../test/client.js'
import { story, type Story } from '../../../../test/story.js'

const password = 'correct horse battery'
const save = ({ ada }: Pick<Story, 'ada'>, account: object) => ada.put('/api/accounts/me', { account })

test('an admin changes the account, and fields that are not sent stay', async () => {
  const everyone = await story()
  const { ada, grace, globex } = everyone
  const first = await save(everyone, { company_name: ' Acme Inc ', company_logo_url: 'https://acme.test/logo.png' })
  expect(first.body.data).toMatchObject({
    company_name: 'Acme Inc',
    company_logo_url: 'https://acme.test/logo.png',
    settings: null,
    users: expect.any(Array),
    widget_settings: expect.any(Array),
  })
  const hours = [{ day: 'weekdays', start_minute: 540, end_minute: 1080 }]
  const second = await save(everyone, { time_zone: 'Europe/Lisbon', working_hours: hours })
  expect(second.body.data).toMatchObject({ company_name: 'Acme Inc', time_zone: 'Europe/Lisbon', working_hours: hours })
  expect(second.body.data.current_minutes_since_midnight).toBeTypeOf('number')
  const replaced = [{ day: 'sunday', start_minute: 0, end_minute: 1439 }]
  expect((await save(everyone, { working_hours: replaced })).body.data.working_hours).toEqual(replaced)
  expect((await save(everyone, { working_hours: [] })).body.data.working_hours).toEqual([])

  // The path's id is ignored: it is always the caller's account.
  const patched = await ada.call('PATCH', `/api/accounts/${globex.id}`, { account: { company_name: 'Acme' } })
  expect(patched.body.data).toMatchObject({ id: ada.account_id, company_name: 'Acme', time_zone: 'Europe/Lisbon' })
  expect(await grace.data('GET', '/api/accounts/me')).toMatchObject({ company_name: 'Globex', time_zone: null })
})

test('emails are in English until an admin chooses another language', async () => {
  const everyone = await story()
  const { ada, ben, grace } = everyone
  expect((await ada.data('GET', '/api/accounts/me')).language).toBe('en')
  expect((await save(everyone, { language: 'ja' })).body.data.language).toBe('ja')
  expect((await save(everyone, { settings: { conversation_reminders_enabled: true } })).body.data.language).toBe('ja')
  expect((await ben.put('/api/accounts/me', { account: { language: 'de' } })).status).toBe(403)
  expect((await ben.data('GET', '/api/accounts/me')).language).toBe('ja')
  expect((await grace.data('GET', '/api/accounts/me')).language).toBe('en')
  expect((await save(everyone, { language: null })).body.data.language).toBe('en')
})

test('settings are replaced as a whole', async () => {
  const everyone = await story()
  const reminders = {
    conversation_reminders_enabled: true,
    conversation_reminder_hours_interval: '48',
    max_num_conversation_reminders: 3,
  }
  const saved = await save(everyone, { settings: { ...reminders, disable_automated_reply_emails: true } })
  expect(saved.body.data.settings).toEqual({
    disable_automated_reply_emails: true,
    conversation_reminders_enabled: true,
    conversation_reminder_hours_interval: 48,
    max_num_conversation_reminders: 3,
  })
  expect((await save(everyone, { company_name: 'Acme' })).body.data.settings).toMatchObject({
    conversation_reminder_hours_interval: 48,
  })
  expect((await save(everyone, { settings: { conversation_reminders_enabled: false } })).body.data.settings).toEqual({
    disable_automated_reply_emails: null,
    conversation_reminders_enabled: false,
    conversation_reminder_hours_interval: null,
    max_num_conversation_reminders: null,
  })
})

test('accepts working hours over midnight, and days as numbers', async () => {
  const everyone = await story()
  const night = { start_minute: 1_320, end_minute: 360 }
  const { status, body } = await save(everyone, {
    time_zone: 'UTC',
    working_hours: [
      { day: 0, ...night },
      { day: '6', ...night },
      { day: 'friday', ...night },
    ],
  })
  expect(status).toBe(200)
  expect(body.data.working_hours).toEqual([
    { day: 'sunday', ...night },
    { day: 'saturday', ...night },
    { day: 'friday', ...night },
  ])
})

test.each([
  [{ company_name: '' }, { company_name: ["can't be blank"] }],
  [{ company_name: '   ' }, { company_name: ["can't be blank"] }],
  [{ company_name: null }, { company_name: ["can't be blank"] }],
  [{ company_name: 'a'.repeat(256) }, { company_name: ['should be at most 255 character(s)'] }],
  [{ company_logo_url: 'javascript:alert(1)' }, { company_logo_url: ['is invalid'] }],
  [{ time_zone: 'Mars/Olympus' }, { time_zone: ['is invalid'] }],
  [{ time_zone: '+05:00' }, { time_zone: ['is invalid'] }],
  [{ language: 'xx' }, { language: ['is invalid'] }],
  [{ language: 'DE' }, { language: ['is invalid'] }],
  [{ working_hours: 'always' }, { working_hours: ['is invalid'] }],
  [
    { working_hours: [{ day: 'someday', start_minute: 0, end_minute: 60 }] },
    { working_hours: { day: ['is invalid'] } },
  ],
  [{ working_hours: [{ day: 7, start_minute: 0, end_minute: 60 }] }, { working_hours: { day: ['is invalid'] } }],
  [
    { working_hours: [{ day: 'monday', start_minute: -1, end_minute: 9_999 }] },
    { working_hours: { start_minute: ['is invalid'], end_minute: ['is invalid'] } },
  ],
  [{ working_hours: [{ day: 'monday' }] }, { working_hours: { start_minute: ["can't be blank"] } }],
  [
    { working_hours: [{ day: 'monday', start_minute: 600, end_minute: 600 }] },
    { working_hours: { end_minute: ['must differ from the start'] } },
  ],
  [
    { settings: { max_num_conversation_reminders: 'many' } },
    { settings: { max_num_conversation_reminders: ['is invalid'] } },
  ],
  [
    { settings: { conversation_reminder_hours_interval: 0 } },
    { settings: { conversation_reminder_hours_interval: ['is invalid'] } },
  ],
  [{ settings: 'none' }, { settings: ['is invalid'] }],
])('refuses %j', async (account, errors) => {
  const everyone = await story()
  const { status, body } = await save(everyone, account)
  expect({ status, errors: body.error.errors }).toMatchObject({ status: 422, errors })
  expect(await everyone.ada.data('GET', '/api/accounts/me')).toMatchObject({ company_name: 'Acme', settings: null })
})

test('nobody changes their own plan', async () => {
  const everyone = await story()
  const { server, acme } = everyone
  const { db } = databaseOf(server.platform)
  await db.updateTable('accounts').set({ subscription_plan: 'starter' }).where('id', '=', acme.id).execute()
  const { body } = await save(everyone, { subscription_plan: 'team', stripe_customer_id: 'x', id: everyone.globex.id })
  expect(body.data).toMatchObject({ id: acme.id, subscription_plan: 'starter' })
})

test('members read the account and change nothing', async () => {
  const { ben, server } = await story()
  expect((await ben.get('/api/accounts/me')).status).toBe(200)
  expect(await ben.put('/api/accounts/me', { account: { company_name: 'Ours' } })).toMatchObject({ status: 403 })
  expect(await ben.call('DELETE', '/api/accounts/me', { password })).toMatchObject({ status: 403 })
  const stranger = new Client(server.url)
  expect((await stranger.put('/api/accounts/me', { account: {} })).status).toBe(401)
  expect((await stranger.post('/api/accounts', { account: { company_name: 'Acme' } })).body.error).toMatchObject({
    status: 403,
  })
})

test('an admin deletes the account and everything in it with their password', async () => {
  const { ada, ben, grace, carla, acme, globex, server } = await story()
  await carla.says('Hello?')
  expect((await ada.call('DELETE', '/api/accounts/me', { password: 'wrong' })).body.error).toEqual({
    status: 403,
    message: 'Wrong password',
  })
  expect((await ada.call('DELETE', '/api/accounts/me', {})).status).toBe(422)
  expect((await ada.get('/api/me')).status).toBe(200)

  const gone = await ada.call('DELETE', `/api/accounts/${globex.id}`, { password })
  expect({ status: gone.status, body: gone.body }).toEqual({ status: 204, body: '' })

  for (const agent of [ada, ben]) {
    await expect.poll(() => agent.line.state()).toBe('reconnecting')
    expect((await agent.get('/api/me')).status).toBe(401)
  }
  const { db } = databaseOf(server.platform)
  expect(await db.selectFrom('accounts').select('id').where('id', '=', acme.id).execute()).toEqual([])
  expect(await db.selectFrom('messages').select('id').where('account_id', '=', acme.id).execute()).toEqual([])
  expect(await grace.data('GET', '/api/accounts/me')).toMatchObject({ id: globex.id })
})

test('limits guesses at the password with a stolen token', async () => {
  const { ada } = await story()
  const guesses = Array.from({ length: 12 }, () => ada.call('DELETE', '/api/accounts/me', { password: 'guess' }))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
})

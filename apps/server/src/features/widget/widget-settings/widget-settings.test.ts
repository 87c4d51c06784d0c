import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { newTeammate, story, type Agent } from '../../../../test/story.js'
import { isOutsideWorkingHours, minutesSinceMidnight } from '../../account/accounts/working-hours.js'

test('settings exist from the first read and reveal nothing private', async () => {
  const { acme, server, ada } = await story()
  const visitor = new Client(server.url)
  const looks = await Promise.all(
    Array.from({ length: 4 }, () =>
      visitor.get(`/api/widget_settings?account_id=${acme.id}&inbox_id=undefined&title=Hacked`),
    ),
  )
  expect(new Set(looks.map((look) => look.body.data.id)).size).toBe(1)
  const { data } = looks[0]?.body ?? {}
  expect(data).toMatchObject({
    account_id: acme.id,
    title: null,
    color: '#1890ff',
    account: { company_name: 'Acme', is_outside_working_hours: false },
    file_uploads_enabled: true,
  })
  expect(data.account).not.toHaveProperty('users')
  expect(data.account).not.toHaveProperty('settings')
  expect((await ada.get('/api/accounts/me')).body.data.widget_settings).toMatchObject([{ id: data.id }])
})

test('shows visitors the display name and photo of up to four active users, and nothing else about them', async () => {
  const { acme, globex, ada, ben, grace, server } = await story()
  const visitor = new Client(server.url)
  const settings = (account_id: string) => visitor.data('GET', `/api/widget_settings?account_id=${account_id}`)
  const names = async () =>
    (await settings(acme.id)).team.map(({ display_name }: { display_name: string }) => display_name)
  const saveProfile = (agent: Agent, user_profile: object) => agent.data('PUT', '/api/profile', { user_profile })
  expect((await settings(acme.id)).team).toEqual([])

  const profile_photo_url = 'https://acme.test/ben.png'
  await saveProfile(ada, { display_name: 'Ada', full_name: 'Ada Lovelace' })
  await saveProfile(ben, { display_name: 'Ben', profile_photo_url })
  await saveProfile(grace, { display_name: 'Grace' })
  expect((await settings(acme.id)).team).toEqual([
    { display_name: 'Ben', profile_photo_url },
    { display_name: 'Ada', profile_photo_url: null },
  ])
  expect(JSON.stringify(await settings(acme.id))).not.toMatch(/Lovelace|ada-|ben-|Grace/)
  expect((await settings(globex.id)).team).toEqual([{ display_name: 'Grace', profile_photo_url: null }])
  await saveProfile(ada, { display_name: '  ' })
  expect(await names()).toEqual(['Ben'])
  await saveProfile(ada, { display_name: 'Ada' })

  const others = []
  for (const display_name of ['Cleo', 'Dan', 'Eve']) {
    const teammate = await newTeammate(server, acme, display_name.toLowerCase())
    await saveProfile(teammate, { display_name })
    others.push(teammate)
  }
  expect(await names()).toEqual(['Ben', 'Ada', 'Cleo', 'Dan'])
  await ada.data('POST', `/api/users/${ben.id}/archive`)
  await ada.data('POST', `/api/users/${others[0]?.id}/disable`)
  expect(await names()).toEqual(['Ada', 'Dan', 'Eve'])
})

test('rejects an unknown account or inbox as widgets expect', async () => {
  const { acme, globex, grace, server } = await story()
  const visitor = new Client(server.url)
  const unknown = randomUUID()
  const missing = await visitor.get(`/api/widget_settings?account_id=${unknown}`)
  expect(missing.status).toBe(404)
  expect(missing.body.error.message).toBe(`No account found with ID: ${unknown}`)
  expect((await visitor.get('/api/widget_settings?account_id=nonsense')).status).toBe(400)
  const inbox = (await grace.get('/api/inboxes/primary')).body.data
  expect(inbox.account_id).toBe(globex.id)
  expect((await visitor.get(`/api/widget_settings?account_id=${acme.id}&inbox_id=${inbox.id}`)).status).toBe(404)
})

test('an admin changes settings, and fields that are not sent stay', async () => {
  const { acme, ada, server } = await story()
  const visitor = new Client(server.url)
  const put = (widget_settings: object) => ada.put('/api/widget_settings', { widget_settings })
  const first = await put({
    title: 'Hello there ',
    color: '#7556EB',
    require_email_upfront: true,
    icon_variant: 'filled',
  })
  expect(first.status).toBe(200)
  expect(first.body.data).toMatchObject({
    object: 'widget_settings',
    account_id: acme.id,
    title: 'Hello there ',
    icon_variant: 'filled',
  })
  expect(first.body.data).not.toHaveProperty('account')

  await put({ subtitle: 'Ask us', title: '  ', require_email_upfront: null, id: acme.id, host: 'evil.example' })
  const { data } = (await visitor.get(`/api/widget_settings?account_id=${acme.id}`)).body
  expect(data).toMatchObject({ id: first.body.data.id, title: null, subtitle: 'Ask us', color: '#7556EB' })
  expect(data).toMatchObject({ require_email_upfront: true, icon_variant: 'filled' })
  await put({ color: null })
  expect((await visitor.get(`/api/widget_settings?account_id=${acme.id}`)).body.data.color).toBe('#1890ff')
})

test('each inbox has its own settings, and other companies’ are a 404', async () => {
  const { acme, ada, grace, server } = await story()
  const visitor = new Client(server.url)
  const sales = await ada.data('POST', '/api/inboxes', { inbox: { name: 'Sales' } })
  await ada.data('PUT', '/api/widget_settings', { widget_settings: { inbox_id: sales.id, title: 'Before you buy' } })
  const seen = (inbox_id: string) =>
    visitor.data('GET', `/api/widget_settings?account_id=${acme.id}&inbox_id=${inbox_id}`)
  expect(await seen(sales.id)).toMatchObject({ inbox_id: sales.id, title: 'Before you buy' })
  expect(await seen('')).toMatchObject({ title: null })

  const widget_settings = { inbox_id: sales.id, account_id: acme.id, title: 'Hacked' }
  expect((await grace.put('/api/widget_settings', { widget_settings })).status).toBe(404)
  expect(await seen(sales.id)).toMatchObject({ title: 'Before you buy' })
})

test('members read settings but cannot change them, and invalid fields are named', async () => {
  const { ada, ben, acme, server } = await story()
  const put = (widget_settings: unknown, who: Client = ada) => who.put('/api/widget_settings', { widget_settings })
  expect((await put({ title: 'Mine' }, ben)).status).toBe(403)
  expect((await put({ title: 'Mine' }, new Client(server.url))).status).toBe(401)
  expect((await put('nothing')).status).toBe(400)

  const nonsense = {
    title: 'x'.repeat(256),
    greeting: 'x'.repeat(501),
    color: 'red;position:fixed',
    icon_variant: 'round',
    custom_icon_url: 'javascript:alert(1)',
    show_agent_availability: 'perhaps',
  }
  for (const [field, value] of Object.entries(nonsense)) {
    const { status, body } = await put({ subtitle: 'Fine', [field]: value })
    expect(status, field).toBe(422)
    expect(Object.keys(body.error.errors)).toEqual([field])
  }
  expect(await ben.data('GET', `/api/widget_settings?account_id=${acme.id}`)).toMatchObject({ subtitle: null })
})

test('a page reports where the widget was loaded', async () => {
  const { acme, server } = await story()
  const visitor = new Client(server.url)
  const metadata = { host: 'shop.example', pathname: '/cart', last_seen_at: '2020-01-01T00:00:00Z', browser: 'Firefox' }
  const seen = await visitor.put('/api/widget_settings/metadata', { account_id: acme.id, metadata })
  expect(seen.status).toBe(200)
  expect(seen.body.data).not.toHaveProperty('host')
  const incomplete = await visitor.put('/api/widget_settings/metadata', { account_id: acme.id })
  expect(incomplete.status).toBe(422)
  expect(incomplete.body.error).toMatchObject({
    message: 'The following parameters are required: account_id, metadata',
    received: ['account_id'],
  })
})

test('working hours use the account’s time zone', () => {
  const hours = [
    { day: 'weekdays', start_minute: 540, end_minute: 1080 },
    { day: 'everyday', start_minute: 600, end_minute: 660 },
    { day: 'someday', start_minute: 0, end_minute: 1440 },
  ]
  const friday = new Date('2024-03-08T08:59:00Z')
  expect(minutesSinceMidnight('Europe/Lisbon', friday)).toBe(539)
  expect(isOutsideWorkingHours('Europe/Lisbon', hours, friday)).toBe(true)
  expect(isOutsideWorkingHours('Europe/Berlin', hours, friday)).toBe(false)
  expect(isOutsideWorkingHours('Asia/Kolkata', hours, friday)).toBe(false)
  // The second entry covers Saturday.
  expect(isOutsideWorkingHours('Europe/Lisbon', hours, new Date('2024-03-09T10:30:00Z'))).toBe(false)
  expect(isOutsideWorkingHours('Europe/Lisbon', hours, new Date('2024-03-09T09:30:00Z'))).toBe(true)
  expect(isOutsideWorkingHours('Europe/Lisbon', [], friday)).toBe(true)
  expect(isOutsideWorkingHours(null, [], friday)).toBe(false)
  expect(isOutsideWorkingHours('Mars/Olympus', hours, friday)).toBe(false)
})

test('working hours over midnight last until the next morning', () => {
  const isOpen = (time: string, day = 'friday') =>
    !isOutsideWorkingHours('UTC', [{ day, start_minute: 1_320, end_minute: 360 }], new Date(`${time}Z`))
  // 2024-03-08 was a Friday.
  expect(isOpen('2024-03-08T21:59:00')).toBe(false)
  expect(isOpen('2024-03-08T22:00:00')).toBe(true)
  expect(isOpen('2024-03-09T00:00:00')).toBe(true)
  expect(isOpen('2024-03-09T06:00:00')).toBe(true)
  expect(isOpen('2024-03-09T06:01:00')).toBe(false)
  expect(isOpen('2024-03-09T22:00:00')).toBe(false)
  expect(isOpen('2024-03-08T05:00:00')).toBe(false)
  expect(isOpen('2024-03-10T02:00:00', 'weekends')).toBe(true)
  expect(isOpen('2024-03-11T02:00:00', 'weekends')).toBe(true)
  expect(isOpen('2024-03-09T02:00:00', 'weekends')).toBe(false)
  expect(isOpen('2024-03-06T02:00:00', 'everyday')).toBe(true)
})

import { expect, test } from 'vitest'
import { story } from '../../../../test/story.js'

test('an admin creates an inbox that the whole team sees', async () => {
  const { ada, ben, grace } = await story()
  const { status, headers, body } = await ada.post('/api/inboxes', {
    inbox: { name: ' Sales ', description: 'Before they buy', account_id: grace.account_id },
  })
  expect(status).toBe(201)
  expect(headers.get('location')).toBe(`/api/inboxes/${body.data.id}`)
  expect(body.data).toMatchObject({
    object: 'inbox',
    name: 'Sales',
    description: 'Before they buy',
    is_primary: false,
    is_private: false,
    account_id: ada.account_id,
    updated_at: expect.any(String),
  })
  const names = async (agent: typeof ben | typeof grace) =>
    (await agent.data('GET', '/api/inboxes')).map(({ name }: { name: string }) => name)
  expect(await names(ben)).toEqual(['Primary Inbox', 'Sales'])
  expect(await names(grace)).toEqual(['Primary Inbox'])
  expect(await ben.data('GET', `/api/inboxes/${body.data.id}`)).toEqual(body.data)
})

test('members read inboxes, and only admins change them', async () => {
  const { ada, ben } = await story()
  const { id } = await ada.data('POST', '/api/inboxes', { inbox: { name: 'Sales' } })
  const refused = [
    await ben.post('/api/inboxes', { inbox: { name: 'Mine' } }),
    await ben.put(`/api/inboxes/${id}`, { inbox: { name: 'Mine' } }),
    await ben.delete(`/api/inboxes/${id}`),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
  expect(await ada.data('GET', `/api/inboxes/${id}`)).toMatchObject({ name: 'Sales' })
})

test('rejects an inbox without a name', async () => {
  const { ada } = await story()
  for (const inbox of [{}, { name: '' }, { name: '  ' }]) {
    const { status, body } = await ada.post('/api/inboxes', { inbox })
    expect(status).toBe(422)
    expect(body.error.errors).toEqual({ name: ["can't be blank"] })
  }
  const long = await ada.post('/api/inboxes', { inbox: { name: 'x'.repeat(256) } })
  expect(long.body.error.errors).toEqual({ name: ['should be at most 255 character(s)'] })
  expect((await ada.post('/api/inboxes', {})).status).toBe(400)
})

test('keeps fields that are not sent, and clears a description', async () => {
  const { ada } = await story()
  const { id } = await ada.data('POST', '/api/inboxes', { inbox: { name: 'Sales', description: 'Before they buy' } })
  const put = (inbox: object) => ada.data('PUT', `/api/inboxes/${id}`, { inbox })
  expect(await put({ name: 'Presales' })).toMatchObject({ name: 'Presales', description: 'Before they buy' })
  expect(await put({ description: null })).toMatchObject({ name: 'Presales', description: null })
})

test('parallel changes leave exactly one primary inbox', async () => {
  const { ada } = await story()
  const before = await ada.data('GET', '/api/inboxes/primary')
  const names = Array.from({ length: 12 }, (_, at) => `Inbox ${at}`)
  const [sales, billing] = await Promise.all(
    names.map((name) => ada.data('POST', '/api/inboxes', { inbox: { name, is_primary: true } })),
  )
  const primaries = async () =>
    (await ada.data('GET', '/api/inboxes')).filter((inbox: typeof sales) => inbox.is_primary)
  expect(await primaries()).toHaveLength(1)

  await Promise.all(
    [sales, billing, before].map(({ id }) => ada.put(`/api/inboxes/${id}`, { inbox: { is_primary: true } })),
  )
  const [primary, ...others] = await primaries()
  expect(others).toEqual([])

  const none = await ada.put(`/api/inboxes/${primary.id}`, { inbox: { is_primary: false } })
  expect(none.body.error.errors).toEqual({ is_primary: ['moves when another inbox takes it'] })
  const gone = await ada.delete(`/api/inboxes/${primary.id}`)
  expect(gone.status).toBe(409)
  expect(gone.body.error.message).toContain('Make another inbox primary first')
})

test('the conversations of a deleted inbox move to the primary one', async () => {
  const { ada, carla } = await story()
  const primary = await ada.data('GET', '/api/inboxes/primary')
  const { id } = await ada.data('POST', '/api/inboxes', { inbox: { name: 'Sales' } })
  const conversation = `/api/conversations/${carla.conversation_id}`
  expect(await ada.data('PUT', conversation, { conversation: { inbox_id: id } })).toMatchObject({ inbox_id: id })
  await carla.get(`/api/widget_settings?account_id=${ada.account_id}&inbox_id=${id}`)

  expect(await ada.delete(`/api/inboxes/${id}`)).toMatchObject({ status: 204, body: '' })

  expect(await ada.data('GET', conversation)).toMatchObject({ inbox_id: primary.id })
  expect((await ada.get(`/api/inboxes/${id}`)).status).toBe(404)
  expect((await ada.delete(`/api/inboxes/${id}`)).status).toBe(404)
})

test('another company’s inbox is a 404', async () => {
  const { ada, grace } = await story()
  const { id } = await grace.data('GET', '/api/inboxes/primary')
  expect((await ada.get(`/api/inboxes/${id}`)).status).toBe(404)
  expect((await ada.put(`/api/inboxes/${id}`, { inbox: { name: 'Ours' } })).status).toBe(404)
  expect((await ada.delete(`/api/inboxes/${id}`)).status).toBe(404)
  expect(await grace.data('GET', '/api/inboxes/primary')).toMatchObject({ name: 'Primary Inbox' })
})

import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { story } from '../../../../test/story.js'

const save = (client: Client, user_settings: object) => client.data('PUT', '/api/user_settings', { user_settings })

test('settings exist from the first read', async () => {
  const { ada, ben } = await story()
  const [first, second] = await Promise.all([
    ada.data('GET', '/api/user_settings'),
    ada.data('GET', '/api/user_settings'),
  ])
  expect(first).toEqual({
    id: expect.any(String),
    object: 'user_settings',
    user_id: ada.id,
    email_alert_on_new_message: false,
    email_alert_on_new_conversation: false,
    email_alert_on_mention: true,
    email_weekly_summary: false,
    expo_push_token: null,
  })
  expect(second).toEqual(first)

  expect(await save(ada, { email_alert_on_new_message: true, user_id: ben.id })).toMatchObject({
    id: first.id,
    user_id: ada.id,
    email_alert_on_new_message: true,
  })
  expect(await save(ada, { expo_push_token: 'ExponentPushToken[x]' })).toMatchObject({
    email_alert_on_new_message: true,
    expo_push_token: 'ExponentPushToken[x]',
  })
  expect(await save(ada, { expo_push_token: null, email_alert_on_new_message: null })).toMatchObject({
    email_alert_on_new_message: false,
    expo_push_token: null,
  })
  expect(await save(ada, { email_alert_on_mention: false })).toMatchObject({ email_alert_on_mention: false })
  expect(await save(ada, { email_alert_on_mention: null })).toMatchObject({ email_alert_on_mention: true })
  expect(await save(ada, { email_weekly_summary: true })).toMatchObject({ email_weekly_summary: true })
  expect(await save(ada, { email_weekly_summary: null })).toMatchObject({ email_weekly_summary: false })
  expect(await ben.data('GET', '/api/user_settings')).toMatchObject({
    user_id: ben.id,
    email_alert_on_new_message: false,
  })
})

test('settings can be saved before the first read', async () => {
  const { ada, server } = await story()
  expect(await save(ada, { email_alert_on_new_conversation: 'true' })).toMatchObject({
    email_alert_on_new_conversation: true,
  })
  const { body } = await ada.put('/api/user_settings', { user_settings: { email_alert_on_new_message: 'maybe' } })
  expect(body.error.errors).toEqual({ email_alert_on_new_message: ['is invalid'] })
  expect((await ada.put('/api/user_settings', {})).status).toBe(400)
  expect((await new Client(server.url).get('/api/user_settings')).status).toBe(401)
})

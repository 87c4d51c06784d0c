import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { story } from '../../../../test/story.js'

test('a profile is created on first save and belongs to its user', async () => {
  const { ada, ben, grace } = await story()
  expect(await ben.data('GET', '/api/profile')).not.toHaveProperty('full_name')

  const saved = await ben.data('PUT', '/api/profile', {
    user_profile: { full_name: 'Ben Okafor', display_name: 'Ben', user_id: ada.id, role: 'admin', account_id: 'x' },
  })
  expect(saved).toMatchObject({
    id: ben.id,
    role: 'user',
    full_name: 'Ben Okafor',
    display_name: 'Ben',
    profile_photo_url: null,
  })
  expect(await ada.data('GET', '/api/profile')).not.toHaveProperty('full_name')
  expect(await ada.data('GET', `/api/users/${ben.id}`)).toMatchObject({ display_name: 'Ben' })

  const photo = 'https://acme.test/ben.png'
  expect(await ben.data('PUT', '/api/profile', { user_profile: { profile_photo_url: photo } })).toMatchObject({
    full_name: 'Ben Okafor',
    profile_photo_url: photo,
  })
  expect(await ben.data('PUT', '/api/profile', { user_profile: { full_name: '', display_name: null } })).toMatchObject({
    full_name: null,
    display_name: null,
    profile_photo_url: photo,
  })
  expect(JSON.stringify(await grace.data('GET', '/api/users'))).not.toContain(photo)
})

test('a profile has one line per field, and no URL that runs a script', async () => {
  const { ada, server } = await story()
  const save = (user_profile: object) => ada.put('/api/profile', { user_profile })
  expect((await save({ full_name: 'a'.repeat(256) })).body.error.errors).toEqual({
    full_name: ['should be at most 255 character(s)'],
  })
  expect((await save({ display_name: 5 })).body.error.errors).toEqual({ display_name: ['is invalid'] })
  for (const profile_photo_url of ['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', 'file:///etc']) {
    expect((await save({ profile_photo_url })).body.error.errors).toEqual({ profile_photo_url: ['is invalid'] })
  }
  expect((await ada.put('/api/profile', {})).status).toBe(400)
  expect((await new Client(server.url).get('/api/profile')).status).toBe(401)
})

test('Google reports that it is not set up', async () => {
  const { ada, server } = await story()
  expect(await ada.get('/api/google/oauth?code=abc&state=personal')).toMatchObject({
    status: 400,
    body: { error: { status: 400, message: 'Google is not set up on this server.' } },
  })
  expect((await new Client(server.url).get('/api/google/oauth?code=abc')).status).toBe(401)
})

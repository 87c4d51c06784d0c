import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { startTestServer } from '../../../../test/server.js'
import { newCompany, story } from '../../../../test/story.js'

const email = { to: 'carla@example.com', subject: 'Grüße', text: 'Hi', html: '<script>alert(1)</script>' }

test('an admin of a development install reads its emails', async () => {
  const { ada, acme, grace, server } = await story()
  await server.platform.mail.sendMail({ ...email, account_id: acme.id })

  const [newest] = await ada.data('GET', '/api/mailbox')
  expect(newest).toMatchObject({ to: ['carla@example.com'], subject: 'Grüße' })
  const mail = await ada.get(`/api/mailbox/${newest.id}`)
  // As text in JSON: clients have to show it in a sandboxed frame.
  expect(mail.headers.get('content-type')).toMatch(/^application\/json/)
  expect(mail.body.data).toMatchObject({
    text: 'Hi',
    html: '<script>alert(1)</script>',
    reply_to: null,
    attachments: [],
  })

  for (const id of ['..%2f..%2fsecret-key', 'x', '20260101000000000-abcdefabcdef']) {
    expect(await ada.get(`/api/mailbox/${id}`)).toMatchObject({ status: 404 })
  }
  expect(await grace.get(`/api/mailbox/${newest.id}`)).toMatchObject({ status: 404 })
  expect(await grace.delete('/api/mailbox')).toMatchObject({ status: 204 })
  expect(await ada.get(`/api/mailbox/${newest.id}`)).toMatchObject({ status: 200 })
  expect(await ada.delete('/api/mailbox')).toMatchObject({ status: 204 })
  expect(await ada.data('GET', '/api/mailbox')).toEqual([])
})

test('members and visitors do not', async () => {
  const { ben, server } = await story()
  for (const path of ['/api/mailbox', '/api/mailbox/x']) {
    expect(await ben.get(path)).toMatchObject({ status: 403 })
    expect(await new Client(server.url).get(path)).toMatchObject({ status: 401 })
  }
})

test('does not exist on production installs, or where mail is really sent', async () => {
  const first = await startTestServer()
  const { admin } = await newCompany(first, 'Acme', 'ada')
  const DATABASE_URL = first.platform.config.database_url ?? ''
  const installs: Array<Record<string, string>> = [{ NODE_ENV: 'production' }, { SMTP_URL: 'smtp://127.0.0.1:1' }]
  for (const env of installs) {
    const ada = new Client((await startTestServer({ env: { ...env, DATABASE_URL } })).url)
    ada.token = admin.token
    expect(await ada.get('/api/me')).toMatchObject({ status: 200 })
    expect(await ada.get('/api/mailbox')).toMatchObject({ status: 404 })
    expect(await ada.get('/api/mailbox/x')).toMatchObject({ status: 404 })
    expect(await ada.delete('/api/mailbox')).toMatchObject({ status: 404 })
  }
})

import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { mailsTo } from '../../../../test/mail.js'
import { startTestServer, theServer } from '../../../../test/server.js'
import { story } from '../../../../test/story.js'

const PATH = '/api/admin/notifications'

test('a user mails those who run the server', async () => {
  const server = await startTestServer({ env: { OPERATOR_EMAIL: 'ops@host.test' } })
  const { ben } = await story(server)
  const html = '<img src="https://tracker.test/1">'
  expect(await ben.data('POST', PATH, { text: 'We need more seats', html })).toMatchObject({ success: true })
  expect(await ben.data('POST', PATH, { text: 'Soon', subject: ' Seats ' })).toMatchObject({ success: true })
  const mails = await mailsTo(server, 'ops@host.test')
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual(['A note from Acme', 'Seats'])
  expect(mails.map(({ text }) => text.trim()).toSorted()).toEqual(['Soon', 'We need more seats'])
  expect(JSON.stringify(mails)).not.toContain('tracker')
  expect(mails.every(({ reply_to }) => reply_to === ben.email)).toBe(true)
  expect((await ben.post(PATH, { text: '' })).status).toBe(422)
  expect((await new Client(server.url).post(PATH, { text: 'Hello' })).status).toBe(401)
})

test('says so on a server without the setting', async () => {
  const { ada } = await story(await theServer())
  const error = 'OPERATOR_EMAIL is not set on this server.'
  expect(await ada.data('POST', PATH, { text: 'Hello' })).toEqual({ success: false, error })
})

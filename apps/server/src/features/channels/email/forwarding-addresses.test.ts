import { beforeAll, expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { deliver } from '../../../../test/mails/deliver.js'
import { mail, plain } from '../../../../test/mails/build.js'
import { startTestServer, theServer, type TestServer } from '../../../../test/server.js'
import { newCompany, story } from '../../../../test/story.js'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { MAIL_IN_DOMAIN: 'Chat.Acme.test' } })
})

const PATH = '/api/forwarding_addresses'

test('an admin makes an address, and mail to it arrives in its inbox', async () => {
  const { ada, ben } = await story(server)
  const inbox = await ada.data('POST', '/api/inboxes', { inbox: { name: 'Sales' } })
  const given = { inbox_id: inbox.id, description: 'Sales', source_email_address: ' sales@acme.com ' }
  const answer = await ada.post(PATH, { forwarding_address: given })
  expect(answer.status).toBe(201)
  const made = answer.body.data
  expect(made).toMatchObject({
    object: 'forwarding_address',
    inbox_id: inbox.id,
    account_id: ada.account_id,
    description: 'Sales',
    source_email_address: 'sales@acme.com',
    state: null,
    forwarding_email_address: expect.stringMatching(/^[a-z2-7]{32}@chat\.acme\.test$/) as string,
  })
  const outcome = await deliver(server, made.forwarding_email_address, mail('', plain('Hello')))
  if (outcome.state !== 'message') throw new Error('the mail was not taken')
  const conversation = await ada.data('GET', `/api/conversations/${outcome.conversation_id}`)
  expect(conversation).toMatchObject({ inbox_id: inbox.id, source: 'email' })

  expect(await ben.data('GET', `${PATH}/${made.id}`)).toEqual(made)
  expect((await ben.post(PATH, { forwarding_address: given })).status).toBe(403)
  expect((await ben.call('DELETE', `${PATH}/${made.id}`)).status).toBe(403)
})

test('lists the newest first, by inbox, and changes and deletes', async () => {
  const { ada } = await story(server)
  const primary = await ada.data('GET', '/api/inboxes/primary')
  const one = await ada.data('POST', PATH, { forwarding_address: {} })
  const two = await ada.data('POST', PATH, { forwarding_address: { source_email_address: 'help@acme.com' } })
  expect(one).toMatchObject({ inbox_id: primary.id, source_email_address: null })
  const changed = await ada.data('PUT', `${PATH}/${one.id}`, { forwarding_address: { description: 'First' } })
  expect(changed).toMatchObject({ forwarding_email_address: one.forwarding_email_address, description: 'First' })

  const ids = async (query = '') => (await ada.data('GET', `${PATH}${query}`)).map(({ id }: { id: string }) => id)
  expect(await ids()).toEqual([one.id, two.id])
  expect(await ids('?inbox_id')).toEqual([one.id, two.id])
  expect(await ids(`?inbox_id=${primary.id}&source_email_address=help@acme.com`)).toEqual([two.id])
  await ada.call('DELETE', `${PATH}/${one.id}`)
  expect(await ids()).toEqual([two.id])
  expect(await deliver(server, one.forwarding_email_address, mail('', plain('Too late')))).toMatchObject({
    state: 'refused',
  })
})

test('another company cannot see, change or use it', async () => {
  const { ada, grace } = await story(server)
  const made = await ada.data('POST', PATH, { forwarding_address: {} })
  const inbox = await ada.data('GET', '/api/inboxes/primary')
  expect(await grace.data('GET', PATH)).toEqual([])
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'PUT' ? { forwarding_address: { description: 'Mine' } } : undefined
    expect((await grace.call(method, `${PATH}/${made.id}`, body)).status).toBe(404)
  }
  expect((await grace.post(PATH, { forwarding_address: { inbox_id: inbox.id } })).status).toBe(404)
})

test('refuses a source that is no email, and every address while the server takes no mail', async () => {
  const { ada } = await story(server)
  const wrong = await ada.post(PATH, { forwarding_address: { source_email_address: 'not an email' } })
  expect(wrong.status).toBe(422)
  const { admin } = await newCompany(await theServer(), 'Acme', 'ada')
  const off = await admin.post(PATH, { forwarding_address: {} })
  expect(off).toMatchObject({
    status: 422,
    body: { error: { message: expect.stringContaining('MAIL_IN_DOMAIN') as string } },
  })
})

test('with billing, the starter plan has no forwarding addresses', async () => {
  const billing = await startTestServer({ env: { MAIL_IN_DOMAIN: 'chat.acme.test', BILLING_ENABLED: 'true' } })
  const { admin, id } = await newCompany(billing, 'Acme', 'ada')
  expect((await admin.post(PATH, { forwarding_address: {} })).status).toBe(403)
  const { db } = databaseOf(billing.platform)
  await db.updateTable('accounts').set({ subscription_plan: 'lite' }).where('id', '=', id).execute()
  expect((await admin.post(PATH, { forwarding_address: {} })).status).toBe(201)
})

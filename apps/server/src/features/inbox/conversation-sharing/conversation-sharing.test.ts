import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { story } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'
import { hashToken } from '../../identity/sessions/tokens.js'
import { deleteOldShares } from './unscoped.js'

async function sharing() {
  const tale = await story()
  const { ada, carla, server } = tale
  const { db } = databaseOf(server.platform)
  const path = `/api/conversations/${carla.conversation_id}`
  const share = (): Promise<{ token: string; share: { id: string; expires_at: string } }> =>
    ada.data('POST', `${path}/share`)
  const outsider = new Client(server.url)
  const open = (token: string) => outsider.get(`/api/conversations/shared?token=${encodeURIComponent(token)}`)
  const age = (hours: number) =>
    db
      .updateTable('conversation_shares')
      .set({ expires_at: new Date(Date.now() + (24 - hours) * 3_600_000) })
      .where('conversation_id', '=', carla.conversation_id)
      .execute()
  const uploads = async (filename: string, words: string): Promise<{ id: string; file_url: string }> => {
    const form = new FormData()
    form.set('file', new Blob([words], { type: 'text/plain' }), filename)
    const headers = { authorization: ada.token ?? '' }
    const answer = await fetch(`${server.url}/api/upload`, { method: 'POST', body: form, headers })
    return ((await answer.json()) as { data: { id: string; file_url: string } }).data
  }
  return { ...tale, db, path, share, outsider, open, age, uploads }
}

const denied = { error: { status: 403, message: 'Access denied!' } }
const expired = { error: { status: 403, message: 'This link has expired' } }

test('the link shows the conversation, and no id, contact data or private note', async () => {
  const { ada, ben, acme, carla, share, open, path, db } = await sharing()
  const details = { phone: '+351 555 0199', external_id: 'crm-4711', metadata: { plan: 'gold-plan' } }
  await ada.data('PUT', `/api/customers/${carla.customer_id}`, { customer: details })
  await ada.data('PUT', '/api/profile', { user_profile: { display_name: 'Ada' } })
  await carla.says('Where is my parcel?')
  await ada.sends({
    conversation_id: carla.conversation_id,
    body: 'On its way! @Ben sent it.',
    metadata: { mentions: [{ id: ben.id, display_name: 'Ben', email: ben.email }] },
  })
  await ben.answers('It left yesterday')
  await ada.remarks('Careful, she is a reporter')
  const tag = await ada.data('POST', '/api/tags', { tag: { name: 'Difficult' } })
  await ada.data('POST', `${path}/tags`, { tag_id: tag.id })

  const { token, share: link } = await share()
  const { status, body } = await open(token)

  expect(status).toBe(200)
  expect(body.data).toMatchObject({ company_name: 'Acme', customer_name: 'Carla', expires_at: link.expires_at })
  expect(body.data.messages).toMatchObject([
    { author: 'customer', name: 'Carla', body: 'Where is my parcel?', mentions: [] },
    { author: 'agent', name: 'Ada', body: 'On its way! @Ben sent it.', mentions: ['Ben'] },
    { author: 'agent', name: null, body: 'It left yesterday' },
  ])
  const rows = await db.selectFrom('messages').select('id').where('account_id', '=', acme.id).execute()
  const secrets = [
    ...[acme.id, carla.conversation_id, carla.customer_id, link.id, ...rows.map(({ id }) => id)],
    ...[ada.email, ben.email, 'carla@example.com', '555', 'crm-4711', 'gold-plan', 'reporter', 'Difficult'],
  ]
  for (const secret of secrets) expect(JSON.stringify(body)).not.toContain(secret)
  for (const id of [carla.conversation_id, acme.id]) {
    expect(token).not.toContain(id)
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain(id)
  }
})

test('a customer without a name, or with an email as their name, has none on the page', async () => {
  const { ada, carla, share, open } = await sharing()
  await carla.says('Hello')
  const { token } = await share()
  for (const name of [null, 'carla@example.com']) {
    await ada.data('PUT', `/api/customers/${carla.customer_id}`, { customer: { name } })
    const { body } = await open(token)
    expect(body.data).toMatchObject({ customer_name: null, messages: [{ name: null }] })
  }
})

test('the token opens nothing else, and is stored as a hash', async () => {
  const { acme, carla, server, share, db } = await sharing()
  const { token } = await share()

  const row = db.selectFrom('conversation_shares').selectAll().where('account_id', '=', acme.id)
  const stored = await row.executeTakeFirstOrThrow()
  expect(Buffer.from(stored.token_hash)).toEqual(hashToken(token))
  expect(JSON.stringify(stored)).not.toContain(token)

  const outsider = new Client(server.url)
  outsider.token = token
  expect((await outsider.get('/api/me')).status).toBe(401)
  expect((await outsider.get(`/api/conversations/${carla.conversation_id}`)).status).toBe(401)
  await expect(new Client(server.url).join(`conversation:${token}`)).rejects.toThrow('unauthorized')
})

test('a link expires after 24 hours', async () => {
  const { share, open, age } = await sharing()
  const { token, share: link } = await share()
  expect(Date.parse(link.expires_at) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
  expect(Date.parse(link.expires_at) - Date.now()).toBeLessThanOrEqual(24 * 3_600_000)
  await age(23.9)
  const { body } = await open(token)
  expect(body.data.expires_in).toBeGreaterThan(0)
  expect(body.data.expires_in).toBeLessThanOrEqual(360)
  await age(24)
  expect(await open(token)).toMatchObject({ status: 403, body: expired })
})

test('rejects anything but a whole token in the same words', async () => {
  const { ada, share, open, outsider } = await sharing()
  const { token } = await share()
  const refused = [
    await open(`${token.slice(0, -2)}xx`),
    await open(`${token}x`),
    await open(''),
    await open(ada.token ?? ''),
    await open(randomBytes(32).toString('base64url')),
    await outsider.get('/api/conversations/shared'),
    await outsider.get(`/api/conversations/shared?conversation_id=${randomUUID()}`),
  ]
  for (const { status, body } of refused) expect([status, body]).toEqual([403, denied])
})

test('the team lists its links and revokes one', async () => {
  const { ada, ben, grace, carla, path, share, open } = await sharing()
  const [first, second] = [await share(), await share()]
  const links = await ben.data('GET', `${path}/shares`)
  expect(links).toEqual([second.share, first.share])
  expect(links[0]).toMatchObject({ created_by: ada.id })
  expect(JSON.stringify(links)).not.toContain(first.token)

  expect((await grace.get(`${path}/shares`)).status).toBe(404)
  expect((await grace.delete(`${path}/shares/${first.share.id}`)).status).toBe(404)
  expect((await carla.delete(`${path}/shares/${first.share.id}`)).status).toBe(401)
  const other = await ada.data('POST', '/api/conversations', { conversation: { customer_id: carla.customer_id } })
  expect((await ada.delete(`/api/conversations/${other.id}/shares/${first.share.id}`)).status).toBe(404)
  expect((await open(first.token)).status).toBe(200)

  expect((await ben.delete(`${path}/shares/${first.share.id}`)).status).toBe(204)
  expect(await open(first.token)).toMatchObject({ status: 403, body: expired })
  expect((await open(second.token)).status).toBe(200)
  expect(await ada.data('GET', `${path}/shares`)).toEqual([second.share])
  expect((await ben.delete(`${path}/shares/${first.share.id}`)).status).toBe(404)
})

test('files are readable only through a working link', async () => {
  const { ada, carla, server, share, open, outsider, path, uploads } = await sharing()
  const file = await uploads('invoice.txt', 'the invoice')
  const secret = await uploads('secret.txt', 'the secret')
  const { conversation_id } = carla
  await ada.sends({ conversation_id, body: 'Here', file_ids: [file.id] })
  await ada.sends({ conversation_id, body: 'Only for us', type: 'note', file_ids: [secret.id] })
  const [first, second] = [await share(), await share()]

  const { body } = await open(first.token)
  const [{ url, ...attachment }] = body.data.messages[0].attachments
  expect(attachment).toEqual({ filename: 'invoice.txt', content_type: 'text/plain', size: 11 })
  for (const known of [file.id, file.file_url, secret.id, secret.file_url])
    expect(JSON.stringify(body)).not.toContain(known)

  const local = (address: string) => `${server.url}${new URL(address).pathname}${new URL(address).search}`
  const read = await fetch(local(url))
  expect([read.status, await read.text()]).toEqual([200, 'the invoice'])
  expect(read.headers.get('cache-control')).toBe('no-store')
  expect(read.headers.get('content-security-policy')).toContain('sandbox')

  const address = new URL(url)
  const refused = async (token: string, name: string) =>
    (await outsider.get(`${address.pathname}?token=${token}&file=${name}`)).status
  const name = address.searchParams.get('file') ?? ''
  expect(await refused(second.token, name)).toBe(404)
  expect(await refused(first.token, secret.id)).toBe(404)
  expect(await refused(first.token, '')).toBe(404)
  expect(await refused('nonsense', name)).toBe(403)

  await ada.delete(`${path}/shares/${first.share.id}`)
  expect(await refused(first.token, name)).toBe(403)
})

test('a deleted conversation’s link stops working', async () => {
  const { ada, share, open, path } = await sharing()
  const { token } = await share()
  await ada.data('POST', `${path}/archive`)
  expect((await open(token)).status).toBe(404)
  await ada.delete(path)
  expect(await open(token)).toMatchObject({ status: 403, body: denied })
})

test('only the team shares its conversations', async () => {
  const { carla, grace, path } = await sharing()
  expect((await grace.post(`${path}/share`)).status).toBe(404)
  expect((await carla.post(`${path}/share`)).status).toBe(401)
  expect((await grace.post(`/api/conversations/${randomUUID()}/share`)).status).toBe(404)
})

test('ended links are deleted after a month', async () => {
  const { server, share, open, age } = await sharing()
  const { token } = await share()
  await age(24 * 30)
  await deleteOldShares(server.platform)
  expect(await open(token)).toMatchObject({ status: 403, body: expired })
  await age(24 * 32)
  await deleteOldShares(server.platform)
  expect(await open(token)).toMatchObject({ status: 403, body: denied })
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Client } from '../../../test/client.js'
import { story, type Story } from '../../../test/story.js'
import { shareToken } from './share-token.js'

async function sharing() {
  const tale = await story()
  const { ada, carla, server } = tale
  const share = async (id = carla.conversation_id) => (await ada.data('POST', `/api/conversations/${id}/share`)).token
  const outsider = new Client(server.url)
  const open = (token: string, id = carla.conversation_id) =>
    outsider.get(`/api/conversations/shared?conversation_id=${id}&token=${encodeURIComponent(token)}`)
  return { ...tale, share, outsider, open }
}

const denied = { error: { status: 403, message: 'Access denied!' } }

test('whoever has the link reads along, without what is only for the team', async () => {
  const { ada, carla, share, open } = await sharing()
  await carla.says('Where is my parcel?')
  await ada.answers('On its way!')
  await ada.remarks('Careful, she is a reporter')
  const tag = await ada.data('POST', '/api/tags', { tag: { name: 'Difficult' } })
  await ada.data('POST', `/api/conversations/${carla.conversation_id}/tags`, { tag_id: tag.id })

  const { status, body } = await open(await share())

  expect(status).toBe(200)
  expect(body.data).toMatchObject({ id: carla.conversation_id, customer: { name: 'Carla', ip: null } })
  expect(body.data.messages.map((message: { body: string }) => message.body)).toEqual([
    'Where is my parcel?',
    'On its way!',
  ])
  for (const secret of ['reporter', 'Difficult', ada.email]) expect(JSON.stringify(body)).not.toContain(secret)
})

test('a link opens its conversation only, for a day, and only as it was given', async () => {
  const { ada, carla, acme, server, share, open, outsider } = await sharing()
  const token = await share()
  const another = await ada.data('POST', '/api/conversations', { conversation: { customer_id: carla.customer_id } })
  const shared = (query: string) => outsider.get(`/api/conversations/shared${query}`)

  const forged = Buffer.from(`${acme.id}:${another.id}:${Date.now() + 60_000}`).toString('base64url')
  const yesterday = Date.now() - 24 * 3_600_000
  const refused = [
    await open(token, another.id),
    await open(token, randomUUID()),
    await open(shareToken(server.platform, acme.id, carla.conversation_id, yesterday - 1)),
    await open(`${token.slice(0, -2)}xx`),
    await open(token.replace(/^(v1)\.[^.]+/, `$1.${forged}`), another.id),
    await open(''),
    await open(ada.token ?? ''),
    await shared(''),
    await shared(`?token=${token}`),
    await shared(`?conversation_id=${carla.conversation_id}`),
    await shared(`?conversation_id=nonsense&token=${token}`),
  ]
  for (const { status, body } of refused) expect([status, body]).toEqual([403, denied])
  const nearly = shareToken(server.platform, acme.id, carla.conversation_id, yesterday + 60_000)
  expect((await open(nearly)).status).toBe(200)
})

test('a deleted conversation cannot be read over its link any more', async () => {
  const { ada, carla, share, open } = await sharing()
  const token = await share()
  await ada.data('POST', `/api/conversations/${carla.conversation_id}/archive`)
  expect((await open(token)).status).toBe(404)
})

test('only the team shares its conversations', async () => {
  const { carla, grace } = await sharing()
  const path = `/api/conversations/${carla.conversation_id}/share`
  expect((await grace.post(path)).status).toBe(404)
  expect((await carla.post(path)).status).toBe(401)
  expect((await (grace as Story['grace']).post(`/api/conversations/${randomUUID()}/share`)).status).toBe(404)
})

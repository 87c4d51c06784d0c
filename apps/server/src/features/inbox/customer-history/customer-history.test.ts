import { expect, test } from 'vitest'
import { Visitor, story } from '../../../../test/story.js'

test('visitors see their own conversations, closed ones too, without notes', async () => {
  const { ada, acme, globex, carla, server } = await story()
  const path = `/api/customers/${carla.customer_id}/conversations`
  const scope = `?account_id=${acme.id}&inbox_id=undefined`
  await carla.says('Where is my parcel?')
  await ada.answers('On its way!')
  await ada.remarks('She is a reporter')
  const first = carla.conversation_id
  await ada.put(`/api/conversations/${first}`, { conversation: { status: 'closed' } })
  await carla.opensChat()
  const empty = carla.conversation_id
  await carla.opensChat()
  await carla.says('Another thing')

  const { data } = (await carla.get(path + scope)).body
  expect(data).toMatchObject([
    { status: 'open', unseen: false, last_message: { body: 'Another thing', customer_id: carla.customer_id } },
    { id: first, status: 'closed', unseen: true, last_message: { body: 'On its way!', customer_id: null } },
  ])
  const messages = await carla.get(`${path}/${first}?account_id=${acme.id}`)
  expect(messages.body.data.map(({ body }: { body: string }) => body)).toEqual(['Where is my parcel?', 'On its way!'])
  expect(JSON.stringify(messages.body)).not.toContain(ada.email)
  expect((await carla.get(`${path}/${empty}?account_id=${acme.id}`)).body.data).toEqual([])

  const eve = await new Visitor(server.url).arrives(acme.id)
  expect((await eve.get(`/api/customers/${eve.customer_id}/conversations${scope}`)).body.data).toEqual([])
  const theirs = `/api/customers/${eve.customer_id}/conversations/${first}?account_id=${acme.id}`
  expect((await eve.get(theirs)).status).toBe(404)
  expect((await eve.get(`${path}?account_id=${globex.id}`)).body.data).toEqual([])
  expect((await eve.get(`${path}/${first}?account_id=${globex.id}`)).status).toBe(404)
  expect((await eve.get(path)).status).toBe(400)
})

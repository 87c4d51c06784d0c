import { expect, test } from 'vitest'
import type { Client } from '../../../../test/client.js'
import { cursorAt } from '../../../../test/rebuild-reports.js'
import { setStatus } from '../../../../test/ratings.js'
import { story, Visitor } from '../../../../test/story.js'

test('shows who waits for a reply, and every number opens its conversations', async () => {
  const { ada, ben, grace, acme, carla, server } = await story()
  const read = async (agent: Client = ada) => agent.data('GET', '/api/reporting/floor')
  const idsBehind = async (query: string, agent: Client = ada): Promise<string[]> => {
    const { body } = await agent.get(`/api/reporting/floor/conversations?${query}`)
    return body.data.map(({ id }: { id: string }) => id)
  }
  const chat = async () => {
    const visitor = await (await new Visitor(server.url).arrives(acme.id, { name: 'Dora' })).opensChat()
    await visitor.says('Hello?')
    return visitor
  }
  await carla.says('Hello?')
  const [dora, emil] = [await chat(), await chat()]
  await carla.says('Anybody?')
  await ben.replies(dora.conversation_id, 'Hi')
  const ids = [carla, emil, dora].map(({ conversation_id }) => conversation_id)
  const [first, second, third] = ids

  const floor = await read()
  expect(floor).toMatchObject({ open: 3, waiting: 2 })
  expect(floor.assignees).toEqual([
    { assignee_id: null, open: 2, waiting: 2, waiting_since: floor.waiting_since },
    { assignee_id: ben.id, open: 1, waiting: 0, waiting_since: null },
  ])
  // Carla wrote first, so she has waited longest. Nobody waits in Dora's conversation.
  expect(await idsBehind('')).toEqual(ids)
  expect(await idsBehind('waiting=true')).toEqual([first, second])
  expect(await idsBehind('unassigned=true')).toEqual([first, second])
  expect(await idsBehind(`assignee_id=${ben.id}`)).toEqual([third])
  expect(await idsBehind(`assignee_id=${ben.id}&waiting=true`)).toEqual([])
  const { body: page } = await ada.get('/api/reporting/floor/conversations?limit=2')
  expect(page.data[0].seconds).toBeGreaterThanOrEqual(0)
  expect(await idsBehind(`limit=2&after=${page.next}`)).toEqual([third])

  // A note and a bot's message are no replies. A new message waits again.
  await ada.data('POST', '/api/messages', {
    message: { conversation_id: first, body: 'A note', private: true, type: 'note' },
  })
  await dora.says('Thanks. And then?')
  expect((await read()).waiting).toBe(3)
  await setStatus(ada, carla.conversation_id, 'closed')
  expect(await read()).toMatchObject({ open: 2, waiting: 2 })
  expect(await idsBehind('waiting=true')).toEqual([second, third])

  expect(await read(grace)).toEqual({ open: 0, waiting: 0, waiting_since: null, assignees: [] })
  expect(await idsBehind(`assignee_id=${ben.id}`, grace)).toEqual([])
  expect((await carla.get('/api/reporting/floor')).status).toBe(401)
  for (const after of ['x', cursorAt('2024-02-31'), cursorAt('0000-01-01')])
    expect((await ada.get(`/api/reporting/floor/conversations?after=${after}`)).status).toBe(400)
})

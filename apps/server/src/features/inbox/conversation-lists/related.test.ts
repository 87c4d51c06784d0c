import { expect, test } from 'vitest'
import { story, type Visitor } from '../../../../test/story.js'

async function another(carla: Visitor) {
  const { account_id, customer_id } = carla
  const { id } = await carla.data('POST', '/api/conversations', { conversation: { account_id, customer_id } })
  return id as string
}

test('goes back through a customer’s conversations', async () => {
  const { ada, grace, carla } = await story()
  const first = carla.conversation_id
  await carla.says('The first time')
  const second = await another(carla)
  await ada.sends({ conversation_id: second, body: 'The second time' })
  const third = await another(carla)
  const previous = (id: string) => ada.data('GET', `/api/conversations/${id}/previous`)
  const related = (id: string, query = '') => ada.data('GET', `/api/conversations/${id}/related${query}`)

  expect(await previous(third)).toMatchObject({ id: second, messages: [{ body: 'The second time' }] })
  expect(await previous(second)).toMatchObject({ id: first })
  expect(await previous(first)).toBeNull()
  expect((await related(first)).map(({ id }: { id: string }) => id)).toEqual([third, second])
  expect(await related(third, '?limit=1')).toMatchObject([{ id: second, messages: [{ body: 'The second time' }] }])

  await ada.data('POST', `/api/conversations/${second}/archive`)
  expect(await previous(third)).toMatchObject({ id: first })
  expect((await related(first)).map(({ id }: { id: string }) => id)).toEqual([third])
  for (const verb of ['previous', 'related']) {
    expect((await grace.get(`/api/conversations/${first}/${verb}`)).status).toBe(404)
    expect((await carla.get(`/api/conversations/${first}/${verb}`)).status).toBe(401)
  }
})

import { expect, test } from 'vitest'
import { story } from '../../../../test/story.js'

test('a note is private by default', async () => {
  const { ada, carla, hearOut, heard } = await story()
  const { conversation_id } = carla
  const inbox = await ada.listen()

  const sent = await ada.data('POST', '/api/messages', { message: { conversation_id, body: 'One', type: 'note' } })
  expect(sent.private).toBe(true)
  await ada.data('POST', '/api/messages', { message: { conversation_id, body: 'Two', type: 'note', private: null } })
  await inbox.push('shout', { conversation_id, body: 'Three', type: 'note' })
  await hearOut()

  expect(heard.byCustomer).toEqual([])
  const messages = await ada.data('GET', `/api/conversations/${conversation_id}/messages`)
  expect(messages.map((message: { private: boolean }) => message.private)).toEqual([true, true, true])
})

test('rejects a public note', async () => {
  const { ada, carla, heard } = await story()
  const note = { conversation_id: carla.conversation_id, body: 'Boo', type: 'note', private: false }
  const { status, body } = await ada.post('/api/messages', { message: note })
  expect([status, body.error.errors]).toEqual([422, { private: ['must be true for a note'] }])
  await expect((await ada.listen()).push('shout', note)).rejects.toThrow('Unprocessable Entity')
  expect(heard.byTeam).toEqual([])
})

test('a private first message stays with the team', async () => {
  const { ada, carla, acme } = await story()
  const { customer_id } = carla
  const begins = (message: object) => ada.data('POST', '/api/conversations', { conversation: { customer_id, message } })

  const ids: string[] = []
  for (const message of [
    { body: 'One', type: 'note', private: true },
    { body: 'Two', type: 'note' },
    { body: 'Three', private: true },
  ])
    ids.push((await begins(message)).id)

  for (const id of ids) {
    const [message] = await ada.data('GET', `/api/conversations/${id}/messages`)
    expect(message.private).toBe(true)
  }
  const own = await carla.get(`/api/conversations/customer?customer_id=${customer_id}&account_id=${acme.id}`)
  for (const word of ['One', 'Two', 'Three']) expect(JSON.stringify(own.body)).not.toContain(word)
})

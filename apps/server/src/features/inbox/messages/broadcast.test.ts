import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { story } from '../../../../test/story.js'
import { Connection } from '../../../platform/realtime/connection.js'

test('a new message is broadcast as it is stored', async () => {
  const { ada, carla, hearOut } = await story()
  const more = { metadata: { zoo: 1, a: { b: [1.5] } }, sent_at: '2024-03-09T14:05:22.4178Z' }
  const ids = { conversation_id: carla.conversation_id.toUpperCase(), client_message_id: randomUUID().toUpperCase() }

  await carla.says('Where is my parcel?', { ...more, client_message_id: ids.client_message_id })
  await ada.sends({ ...ids, ...more, client_message_id: randomUUID().toUpperCase(), body: 'On its way!' })
  await ada.sends({
    ...ids,
    ...more,
    client_message_id: null,
    body: 'Careful',
    type: 'note',
    mentioned_user_ids: [ada.id],
  })
  await hearOut()

  const stored = await ada.get(`/api/conversations/${carla.conversation_id}/messages`)
  expect(ada.heard).toHaveLength(3)
  expect(ada.heard).toEqual(stored.body.data)
})

test('the team gets a visitor’s message before the visitor gets the reply', async () => {
  const { acme, carla } = await story()
  const send = vi.spyOn(Connection.prototype, 'send')

  await carla.says('Where is my parcel?')

  const frames = send.mock.calls.map(([frame]) => frame.toString())
  send.mockRestore()
  const at = (...parts: string[]) => frames.findIndex((frame) => parts.every((part) => frame.includes(part)))
  const chat = `conversation:${carla.conversation_id}`
  expect(at(`notification:${acme.id}`, 'shout')).toBeGreaterThanOrEqual(0)
  expect(at(`notification:${acme.id}`, 'shout')).toBeLessThan(at(chat, 'shout'))
  expect(at(chat, 'shout')).toBeLessThan(at(chat, 'phx_reply'))
})

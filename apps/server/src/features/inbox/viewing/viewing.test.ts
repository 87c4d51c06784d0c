import type { AgentTyping, PresenceState } from '@papercups/contract'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { story } from '../../../../test/story.js'

test('colleagues see who else has a conversation open', async () => {
  const { ada, ben, carla, server } = await story()
  const topic = `viewing:${carla.conversation_id}` as const
  await ada.join(topic)
  const states: PresenceState[] = []
  ben.line
    .topic(topic)
    .on('presence_state', (state) => states.push(state))
    .join()

  await expect
    .poll(() => Object.keys(states[0] ?? {}).toSorted())
    .toEqual([`user:${ada.id}`, `user:${ben.id}`].toSorted())
  ada.line.close()
  await expect.poll(async () => Object.keys(await server.realtime.presence(topic))).toEqual([`user:${ben.id}`])
})

test('others see who is typing, and the customer never an email', async () => {
  const { ada, ben, carla, server, hearOut } = await story()
  await ada.data('PUT', '/api/profile', { user_profile: { display_name: 'Ada' } })
  const topic = `viewing:${carla.conversation_id}` as const
  const [ours, theirs] = await Promise.all([ada.join(topic), ben.join(topic)])
  const team: unknown[] = []
  const customer: AgentTyping[] = []
  theirs.on('typing', (somebody) => team.push(somebody))
  const widget = await new Client(server.url).join(`conversation:${carla.conversation_id}`)
  widget.on('typing', (somebody) => customer.push(somebody))

  await ours.push('typing')
  await theirs.push('typing', { user_id: ada.id })
  await ours.push('typing', { private: true })
  await carla.push('typing', { body: 'I am not so sure that' })
  await Promise.all([theirs.push('ping'), widget.push('ping'), hearOut()])

  expect(team).toEqual([
    { user_id: ada.id },
    { user_id: ben.id },
    { user_id: ada.id },
    { customer_id: carla.customer_id },
  ])
  expect(customer).toEqual([
    { user: { id: ada.id, display_name: 'Ada' } },
    { user: { id: ben.id, display_name: null } },
  ])
})

test('nobody else may join', async () => {
  const { grace, carla, server } = await story()
  const topic = `viewing:${carla.conversation_id}` as const
  await expect(grace.join(topic)).rejects.toThrow('Conversation not found')
  await expect(new Client(server.url).join(topic)).rejects.toThrow('Unauthorized')
  await expect(grace.join(`viewing:${randomUUID()}`)).rejects.toThrow('Conversation not found')
  await expect(grace.join('viewing:nonsense')).rejects.toThrow('Conversation not found')
})

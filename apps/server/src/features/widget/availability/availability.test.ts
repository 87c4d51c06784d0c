import type { PresenceState } from '@papercups/contract'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { story } from '../../../../test/story.js'

test('a visitor sees which agents are online, and nobody else', async () => {
  const { ada, ben, acme, server } = await story()
  const visitor = new Client(server.url)
  const states: PresenceState[] = []
  const room = visitor.line.topic(`room:${acme.id}`).on('presence_state', (state) => states.push(state))
  room.join()

  await expect
    .poll(() => states[0] && Object.keys(states[0]).toSorted())
    .toEqual([`user:${ada.id}`, `user:${ben.id}`].toSorted())
})

test('the team sees the customer join and leave', async () => {
  const { ada, carla, acme, server } = await story()
  const keys = async () => Object.keys(await server.realtime.presence(`notification:${acme.id}`))
  expect(await keys()).toContain(`customer:${carla.customer_id}`)
  expect(await keys()).toContain(`user:${ada.id}`)
  carla.line.close()
  await expect.poll(keys).not.toContain(`customer:${carla.customer_id}`)
})

test('rejects topics of other accounts', async () => {
  const { ada, grace, carla, acme, server } = await story()
  const stranger = new Client(server.url)
  await expect(stranger.join(`notification:${acme.id}`)).rejects.toThrow()
  await expect(grace.join(`notification:${acme.id}`)).rejects.toThrow('Unauthorized')
  await expect(stranger.join(`room:${randomUUID()}`)).rejects.toThrow('not found')
  await expect(stranger.join(`conversation:${randomUUID()}`)).rejects.toThrow('unauthorized')
  await expect(stranger.join(`conversation:${carla.conversation_id}`, { customer_id: randomUUID() })).rejects.toThrow(
    'unauthorized',
  )
  await expect(stranger.join('conversation:nonsense')).rejects.toThrow('unauthorized')
  await expect(stranger.join(`conversation:lobby:${randomUUID()}`)).rejects.toThrow('not found')
  expect(ada.heard).toEqual([])
})

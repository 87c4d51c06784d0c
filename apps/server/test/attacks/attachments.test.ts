import { expect, test } from 'vitest'
import { story, Visitor } from '../story.js'
import { uploaded } from '../upload.js'

test('a visitor sends only their own uploads', async () => {
  const { ada, carla, acme, globex, server } = await story()
  const mallory = await (await new Visitor(server.url).arrives(acme.id)).opensChat()
  const to = { account_id: acme.id }
  const own = await uploaded(carla, { ...to, customer_id: carla.customer_id })
  const agents = await uploaded(ada, {})
  const foreign = await uploaded(carla, { account_id: globex.id })
  for (const { id } of [own, agents, foreign])
    await expect(mallory.push('shout', { body: 'Mine', file_ids: [id] })).rejects.toThrow()
  await expect(mallory.push('shout', { body: 'Both', file_ids: [own.id, own.id.toUpperCase()] })).rejects.toThrow()
  const sent = await ada.data('GET', `/api/conversations/${mallory.conversation_id}/messages`)
  expect(sent).toEqual([])
  await carla.says('Look', { file_ids: [own.id, own.id.toUpperCase()] })
  expect(carla.heard.at(-1)?.attachments).toEqual([own])
})

test('an upload without an owner belongs to the first sender', async () => {
  const { ada, carla, acme, server } = await story()
  const mallory = await (await new Visitor(server.url).arrives(acme.id)).opensChat()
  const nameless = await uploaded(carla, { account_id: acme.id })
  const client_message_id = crypto.randomUUID()
  await carla.says('Look', { file_ids: [nameless.id], client_message_id })
  await carla.says('Look', { file_ids: [nameless.id], client_message_id })
  expect(carla.heard.map(({ attachments }) => attachments)).toEqual([[nameless]])
  await expect(mallory.push('shout', { body: 'Mine', file_ids: [nameless.id] })).rejects.toThrow()

  // The same for an agent whose older dashboard uploads without signing in.
  const offer = await uploaded(ada, {})
  await ada.sends({ conversation_id: carla.conversation_id, body: 'Our offer', file_ids: [offer.id] })
  await expect(mallory.push('shout', { body: 'Mine', file_ids: [offer.id] })).rejects.toThrow()
})

import { expect, test } from 'vitest'
import { story, type Story } from '../../../../test/story.js'
import { uploaded } from '../../../../test/upload.js'
import { databaseOf } from '../../../platform/database/of.js'
import { removeUnattached } from './remove-unattached.js'

const pathOf = ({ file_url }: { file_url: string }) => new URL(file_url).pathname

/** Makes all uploads of the account a day older. */
const aDayLater = ({ server, acme }: Story) =>
  databaseOf(server.platform).pool.query(
    "update files set unattached_since = unattached_since - interval '25 hours' where account_id = $1",
    [acme.id],
  )

const isThere = async ({ ada }: Story, file: { file_url: string }) => (await ada.get(pathOf(file))).status === 200

test('an upload that no message has is removed after a day', async () => {
  const scene = await story()
  const { ada, carla, acme, server } = scene
  const { conversation_id, customer_id } = carla
  const to = { account_id: acme.id, customer_id }
  const [given, sent, taken] = [await uploaded(carla, to), await uploaded(carla, to), await uploaded(carla, to)]
  const [waiting, unsent] = [await uploaded(ada, {}), await uploaded(ada, {})]
  await carla.says('Look', { file_ids: [sent.id] })
  const send_at = new Date(Date.now() + 3_600_000 * 48).toISOString()
  const scheduled_message = { conversation_id, type: 'reply', body: 'Later', file_ids: [waiting.id], send_at }
  await ada.data('POST', '/api/scheduled_messages', { scheduled_message })

  await removeUnattached(server.platform)
  expect(await isThere(scene, given)).toBe(true)
  await aDayLater(scene)
  await carla.says('And this', { file_ids: [taken.id] })
  await removeUnattached(server.platform)
  const there = await Promise.all([given, sent, taken, waiting, unsent].map((file) => isThere(scene, file)))
  expect(there).toEqual([false, true, true, true, false])
  await expect(carla.push('shout', { body: 'Late', file_ids: [given.id] })).rejects.toThrow()

  // The bytes are deleted, too.
  const key = pathOf(given).replace('/files/', '')
  await expect.poll(async () => (await server.platform.files.get(key)) === undefined).toBe(true)
})

test('a file whose message was deleted is removed a day later', async () => {
  const scene = await story()
  const { carla, acme, server } = scene
  const file = await uploaded(carla, { account_id: acme.id, customer_id: carla.customer_id })
  await carla.says('Look', { file_ids: [file.id] })
  await databaseOf(server.platform).pool.query('delete from messages where account_id = $1', [acme.id])
  await removeUnattached(server.platform)
  expect(await isThere(scene, file)).toBe(true)
  await aDayLater(scene)
  await removeUnattached(server.platform)
  expect(await isThere(scene, file)).toBe(false)
})

test('an upload that was never sent is in the export of its customer and is erased with them', async () => {
  const scene = await story()
  const { ada, carla, acme } = scene
  const { conversation_id, customer_id } = carla
  const file = await uploaded(carla, { account_id: acme.id, customer_id })
  await carla.says('Hello')
  const send_at = new Date(Date.now() + 3_600_000).toISOString()
  const scheduled_message = { conversation_id, type: 'reply', body: 'Tomorrow then', send_at }
  await ada.data('POST', '/api/scheduled_messages', { scheduled_message })
  const { body } = await ada.get(`/api/customers/${customer_id}/export`)
  expect(body.files).toMatchObject([{ id: file.id }])
  expect(body.conversations).toMatchObject([{ scheduled_messages: [{ body: 'Tomorrow then' }] }])
  const actions = body.timeline.map(({ kind, action }: { kind: string; action: string }) => `${kind} ${action}`)
  expect(actions).toContain('conversations created')

  await ada.delete(`/api/customers/${customer_id}`)
  expect(await isThere(scene, file)).toBe(false)
})

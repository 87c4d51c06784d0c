import type { SocketClient } from '@papercups/wire'
import { findNodeId, readEvents } from './sent.js'
import { expect, sessionsOf, test } from './story.js'

/** An agent's membership of a topic. */
function join(socket: SocketClient, name: `events:${string}`) {
  const topic = socket.topic(name)
  return new Promise<typeof topic>((resolve, reject) => {
    topic.join({ joined: () => resolve(topic), refused: ({ reason }) => reject(new Error(reason)) })
  })
}

test('an agent sees the page at once and points at it after the visitor agreed', async ({
  somebody,
  papercups,
  team,
  site,
  socket,
}) => {
  const carla = await somebody()
  const options = { accountId: team.account_id, baseUrl: papercups.url }
  const body = '<p>Ten socks</p><p style="height: 2000px"></p><button name="buy" style="margin-left: 50px">Buy</button>'
  await carla.goto(await site.recorderPage('package', '@papercups/recorder', options, body))
  await expect.poll(async () => (await sessionsOf(team)).length).toBe(1)
  const [session] = await sessionsOf(team)

  const topic = await join(socket, `events:admin:${team.account_id}:${session?.id}:batches`)
  const events: ReturnType<typeof readEvents> = []
  const answers: boolean[] = []
  topic.on('replay:events', (batch) => events.push(...readEvents(batch.events)))
  topic.on('pointer:answer', ({ agreed }) => answers.push(agreed))
  await expect.poll(() => JSON.stringify(events)).toContain('Ten socks')

  await topic.push('pointer:ask', {})
  const question = carla.getByRole('dialog', { name: /would like to point/ })
  await question.getByRole('button', { name: 'Allow' }).click()
  await expect(question).toBeHidden()
  await expect.poll(() => answers).toEqual([true])

  await topic.push('pointer:show', { id: findNodeId(events, 'name', 'buy'), x: 0.5, y: 0.5 })
  const marker = carla.getByRole('status')
  await expect(marker).toContainText('look here')
  await expect(carla.getByRole('button', { name: 'Buy' })).toBeInViewport()
  await carla.getByRole('button', { name: 'Buy' }).click()
  await expect(marker).toBeHidden()

  await topic.push('pointer:ask', {})
  await question.getByRole('button', { name: 'No, thanks' }).click()
  await expect.poll(() => answers).toEqual([true, false])
  await topic.push('pointer:ask', {})
  await expect.poll(() => answers).toEqual([true, false, false])
  await expect(question).toBeHidden()

  await carla.evaluate(() => (window as unknown as { recorder: { finish(): void } }).recorder.finish())
  await expect.poll(async () => (await sessionsOf(team))[0]?.finished_at).not.toBeNull()
})

test('the published recorder runs unmodified', async ({ somebody, papercups, team, site, socket }) => {
  const carla = await somebody()
  const options = { accountId: team.account_id, baseUrl: papercups.url, customer: { name: 'Carla' } }
  const body = '<p>Ten socks</p><button onclick="this.textContent = \'Sold out\'">Buy</button>'
  await carla.goto(await site.recorderPage('published', '@papercups-io/storytime', options, body))
  await expect.poll(async () => (await sessionsOf(team)).length).toBe(1)
  const [session] = await sessionsOf(team)
  expect(await team.get<object[]>('/api/customers')).toMatchObject([{ name: 'Carla' }])

  const topic = await join(socket, `events:admin:${team.account_id}:${session?.id}`)
  const events: unknown[] = []
  topic.on('replay:event:emitted', ({ event }) => events.push(event))
  await expect.poll(() => JSON.stringify(events)).toContain('Ten socks')
  await carla.getByRole('button', { name: 'Buy' }).click()
  await expect.poll(() => JSON.stringify(events)).toContain('Sold out')

  await carla.evaluate(() => (window as unknown as { recorder: { finish(): void } }).recorder.finish())
  await expect.poll(async () => (await sessionsOf(team))[0]?.finished_at).not.toBeNull()
})

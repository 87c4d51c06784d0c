import type { Page, Route } from '@playwright/test'
import type { SocketClient } from '@papercups/wire'
import type { Site } from '../embeds/site.js'
import type { Team } from '../embeds/team.js'
import type { Papercups } from '../server.js'
import { findNodeId, readEvents } from './sent.js'
import { expect, sessionsOf, test } from './story.js'

/** The browser tells a page whether somebody can see it. */
const show = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

/** An agent's membership of a topic. */
function join(socket: SocketClient, name: `events:${string}`) {
  const topic = socket.topic(name)
  return new Promise<typeof topic>((resolve, reject) => {
    topic.join({ joined: () => resolve(topic), refused: ({ reason }) => reject(new Error(reason)) })
  })
}

interface World {
  papercups: Papercups
  team: Team
  site: Site
  socket: SocketClient
}

/** A visitor opens a page with our package, and an agent watches it. */
async function watchPage({ papercups, team, site, socket }: World, carla: Page, name: string, body: string) {
  const options = { accountId: team.account_id, baseUrl: papercups.url }
  await carla.goto(await site.recorderPage(name, '@papercups/recorder', options, body))
  await expect.poll(async () => (await sessionsOf(team)).length).toBe(1)
  const [session] = await sessionsOf(team)
  const topic = await join(socket, `events:admin:${team.account_id}:${session?.id}:batches`)
  const events: ReturnType<typeof readEvents> = []
  topic.on('replay:events', (batch) => events.push(...readEvents(batch.events)))
  return { topic, events }
}

test('an agent sees the page at once and points at it after the visitor agreed', async ({
  somebody,
  papercups,
  team,
  site,
  socket,
}) => {
  const carla = await somebody()
  const body = '<p>Ten socks</p><p style="height: 2000px"></p><button name="buy" style="margin-left: 50px">Buy</button>'
  const { topic, events } = await watchPage({ papercups, team, site, socket }, carla, 'package', body)
  const answers: boolean[] = []
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

test('an agent points inside a dialog, at the edge, and not at what is hidden', async ({
  somebody,
  papercups,
  team,
  site,
  socket,
}) => {
  const carla = await somebody()
  const body = `<button name="open" style="position: fixed; left: 0; bottom: 0" onclick="box.showModal()">Open</button>
    <dialog id="box"><p name="price">Ten a month</p><form method="dialog"><button>Close</button></form></dialog>`
  const { topic, events } = await watchPage({ papercups, team, site, socket }, carla, 'dialog', body)
  await expect.poll(() => JSON.stringify(events)).toContain('Ten a month')
  const show = (name: string, x: number) =>
    topic.push('pointer:show', { id: findNodeId(events, 'name', name), x, y: 1 })

  await carla.getByRole('button', { name: 'Open' }).click()
  const agreed = new Promise((answered) => topic.on('pointer:answer', answered))
  await topic.push('pointer:ask', {})
  await carla.getByRole('button', { name: 'Allow' }).click()
  expect(await agreed).toEqual({ agreed: true })
  const marker = carla.getByRole('status')
  await show('price', 0.5)
  await expect(carla.locator('#box').getByRole('status')).toBeVisible()

  await carla.getByRole('button', { name: 'Close' }).click()
  await show('price', 0.5)
  // The next one arrives after it.
  await topic.push('pointer:ask', {})
  await expect(carla.getByRole('button', { name: 'Allow' })).toBeVisible()
  await expect(marker).toHaveCount(0)

  for (const x of [0, 1]) {
    await show('open', x)
    await expect(marker).toBeInViewport({ ratio: 1 })
  }
})

test('follows whether the page is visible, and stops with finish', async ({
  somebody,
  papercups,
  team,
  site,
  socket,
}) => {
  const carla = await somebody()
  const states: unknown[] = []
  const all = await join(socket, `events:admin:${team.account_id}:all`)
  all.on('presence_diff', ({ joins }) => states.push(Object.values(joins)[0]?.metas[0]?.active ?? 'left'))
  const options = { accountId: team.account_id, baseUrl: papercups.url }
  const recording = carla.waitForEvent('websocket')
  await carla.goto(await site.recorderPage('visible', '@papercups/recorder', options, '<p>Ten socks</p>'))
  await expect.poll(() => states.at(-1)).toBe(true)
  const { href, pathname } = new URL(carla.url())
  expect(await sessionsOf(team)).toMatchObject([
    { metadata: { current_url: href, pathname, browser: 'Chrome', os: 'Linux' }, finished_at: null },
  ])
  await show(carla, 'hidden')
  await expect.poll(() => states.at(-1)).toBe(false)
  await show(carla, 'visible')
  await expect.poll(() => states.at(-1)).toBe(true)

  await carla.evaluate(() => (window as unknown as { recorder: { finish(): void } }).recorder.finish())
  await expect.poll(() => states.at(-1)).toBe('left')
  await expect.poll(async () => (await sessionsOf(team))[0]?.finished_at).not.toBeNull()
  expect(await carla.evaluate(() => 'Storytime' in window)).toBe(false)
  const socketOfPage = await recording
  await expect.poll(() => socketOfPage.isClosed()).toBe(true)
  await show(carla, 'hidden')
  await show(carla, 'visible')
  expect(states.at(-1)).toBe('left')
})

test('a visit that the page finishes while it begins is not recorded, and the next one is', async ({
  somebody,
  papercups,
  team,
  site,
  socket,
}) => {
  const carla = await somebody()
  const present = new Set<string>()
  const all = await join(socket, `events:admin:${team.account_id}:all`)
  all.on('presence_diff', ({ joins }) => Object.keys(joins).forEach((key) => present.add(key)))
  const finishFirst = async (route: Route) => {
    await carla.evaluate(() => (window as unknown as { recorder: { finish(): void } }).recorder.finish())
    await route.continue()
  }
  await carla.route(`${papercups.url}/api/browser_sessions`, finishFirst, { times: 1 })
  const options = { accountId: team.account_id, baseUrl: papercups.url }
  await carla.goto(await site.recorderPage('short', '@papercups/recorder', options, '<p>Ten socks</p>'))
  await expect.poll(async () => (await sessionsOf(team))[0]?.finished_at ?? null).not.toBeNull()

  await carla.reload()
  await expect.poll(() => present.size).toBeGreaterThan(0)
  const sessions = await sessionsOf(team)
  expect(sessions).toHaveLength(2)
  const [recorded] = sessions.filter(({ finished_at }) => finished_at === null)
  expect([...present]).toEqual([`session:${recorded?.id}`])
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

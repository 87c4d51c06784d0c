import type { Page, WebSocketRoute } from '@playwright/test'
import { call, goes, HOME, joinTeam, menu, OUTSIDE, registerCompany, writes } from '../people.js'
import { expect, expectAccessible, expectToFit, expectToHear, failUntilClick, test } from '../story.js'
import { adds, asks } from '../visitors.js'
import { bucket, history, list, row, rows } from './locators.js'

const change = (page: Page, id: string, conversation: object) =>
  call(page, `/api/conversations/${id}`, { data: { conversation }, method: 'PUT' })
const uuid = (number: number) => `5f0c1c2e-8a3f-4c1d-9d7b-${String(number).padStart(12, '0')}`
/** A time some minutes before another. */
const minute = (number: number) => `${new Date(Date.UTC(2024, 2, 9) - number * 60_000).toISOString().slice(0, 19)}Z`
const idOf = async (page: Page) => (await call<{ id: number }>(page, '/api/me')).id

test('lists and counters update live for the whole team', async ({ somebody }) => {
  const [ada, ben, carla] = [await somebody(), await somebody(), await somebody()]
  const { account_id } = await registerCompany(ada)
  await joinTeam(ben, ada)
  await expect(ada.getByText('It looks like no channels have been set up yet!')).toBeVisible()
  await expect(ada.getByRole('link', { name: 'Get started' })).toHaveAttribute('href', '/getting-started')
  await expect(rows(ada)).toHaveCount(0)
  await expectAccessible(ada)

  await goes(ben, '/conversations/unassigned')
  await writes(carla, account_id, 'Where is my parcel?')
  for (const page of [ada, ben]) {
    await expect(row(page, 'Where is my parcel?')).toContainText('Anonymous User')
    await expect(row(page, 'Where is my parcel?')).toContainText('Online')
    await expect(row(page, 'Unread.')).toHaveCount(1)
    await expect(bucket(page, 'All conversations 1 unread')).toBeVisible()
    await expect(bucket(page, 'Unassigned 1 unread')).toBeVisible()
    await expect(bucket(page, 'Primary Inbox 1 unread')).toBeVisible()
  }
  await expect(bucket(ada, /Assigned to me.*unread/)).toHaveCount(0)

  await row(ada, 'Where is my parcel?').getByRole('link').click()
  await expect(ada).toHaveURL(/\/conversations\/all\/[0-9a-f-]{36}$/)
  await expect(history(ada).getByText('Where is my parcel?')).toBeVisible()
  const id = ada.url().split('/').at(-1) ?? ''
  for (const page of [ada, ben]) {
    await expect(row(page, 'Unread.')).toHaveCount(0)
    await expect(bucket(page, 'All conversations 1 unread')).toHaveCount(0)
  }

  await change(ada, id, { assignee_id: await idOf(ben), priority: 'priority' })
  await expect(rows(ben)).toHaveCount(0)
  await expect(list(ben).getByText('No conversations')).toBeVisible()
  await expect(ben.getByText('Nothing to show here! Take a well-earned break')).toBeVisible()
  await bucket(ben, 'Assigned to me').click()
  await expect(row(ben, 'Where is my parcel?')).toContainText('Priority')
  await goes(ada, `/conversations/me/${id}`)
  await expect(rows(ada)).toHaveCount(0)
  await expect(history(ada).getByText('Where is my parcel?')).toBeVisible()

  await goes(ada, '/conversations/mentions')
  await expect(rows(ada)).toHaveCount(0)
  const note = { conversation_id: id, body: 'Can you help?', private: true, type: 'note' }
  const message = { ...note, mentioned_user_ids: [await idOf(ada)] }
  await call(ben, '/api/messages', { data: { message } })
  await expect(bucket(ada, 'Mentions 1 unread')).toBeVisible()
  await expect(row(ada, 'Can you help?')).toContainText('Unread.')
  await row(ada, 'Can you help?').getByRole('link').click()
  await expect(bucket(ada, 'Mentions 1 unread')).toHaveCount(0)
  await expect(row(ada, 'Unread.')).toHaveCount(0)

  await change(ada, id, { status: 'closed' })
  await expect(rows(ben)).toHaveCount(0)
  await expect(rows(ada)).toHaveCount(0)
  await bucket(ben, 'Closed').click()
  await expect(row(ben, 'Can you help?')).toBeVisible()
  await expectAccessible(ben)
  // An account whose only conversation was deleted does not count as new.
  await call(ada, `/api/conversations/${id}/archive`, { method: 'POST' })
  await ben.reload()
  await expect(ben.getByText('Nothing to show here! Take a well-earned break')).toBeVisible()

  await ada.getByRole('button', { name: 'Add inbox' }).click()
  await expect(ada.getByRole('dialog', { name: 'New inbox' })).toBeVisible()
  await expectAccessible(ada)
  await ada.keyboard.press('Escape')
  await expect(ada.getByRole('link', { name: 'Configure inboxes' }).first()).toHaveAttribute('href', '/inboxes')
  await expect(ben.getByText('Add inbox')).toHaveCount(0)
  await expect(ben.getByRole('link', { name: 'Configure inboxes' })).toHaveCount(0)
})

test('URLs of an inbox, of an unlisted conversation and of unknown pages', async ({ somebody }) => {
  const [ada, grace] = [await somebody(), await somebody()]
  await registerCompany(ada, OUTSIDE)
  await registerCompany(grace)
  const sales = await call<{ id: string }>(ada, '/api/inboxes', { data: { inbox: { name: 'Sales' } } })
  const id = await asks(ada, 'Carla', 'A question of support')
  await asks(ada, 'Dora', 'What does it cost?', sales.id)

  await ada.goto(`/inboxes/${sales.id}/conversations`)
  await expect(list(ada).getByRole('heading', { name: 'Sales' })).toBeVisible()
  await expect(rows(ada)).toHaveCount(1)
  await expect(list(ada).getByRole('link', { name: 'Configure inbox' })).toHaveAttribute('href', `/inboxes/${sales.id}`)
  await row(ada, 'What does it cost?').getByRole('link').click()
  await expect(ada).toHaveURL(new RegExp(`^[^?]*/inboxes/${sales.id}/conversations/[0-9a-f-]{36}$`))
  await expect(history(ada).getByText('What does it cost?')).toBeVisible()

  await goes(ada, `/conversations/closed/${id}`)
  await expect(history(ada).getByText('A question of support')).toBeVisible()
  await goes(ada, '/conversations/no-such-bucket')
  await expect(ada.getByText('Nothing here')).toBeVisible()
  await expect(rows(ada)).toHaveCount(0)
  await expectAccessible(ada)
  await goes(ada, '/conversations/all/and/more')
  await expect(ada).toHaveURL(HOME)

  await goes(grace, `/conversations/all/${id}`)
  await expect(grace.getByText('Error retrieving conversation')).toBeVisible()
  await expect(grace.getByText('A question of support')).toHaveCount(0)
  await goes(grace, `/inboxes/${sales.id}/conversations`)
  await expect(grace.getByText('Nothing here')).toBeVisible()
})

test('a long list loads in pages, can be searched and shows errors', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const first = await asks(ada, 'Carla', 'Where is my parcel? It was green.')
  await adds(ada, first, ...Array.from({ length: 60 }, (_, number) => `And another thing, number ${number}`))
  const { customer_id } = await call<{ customer_id: string }>(ada, `/api/conversations/${first}`)
  for (let number = 1; number <= 50; number += 1) {
    const conversation = { customer_id, message: { body: `Question ${number}` } }
    await call(ada, '/api/conversations', { data: { conversation } })
  }

  await ada.goto(HOME)
  await expect(rows(ada)).toHaveCount(50)
  await expect(row(ada, 'And another thing')).toHaveCount(0)
  await ada.getByRole('button', { name: 'Load more...' }).click()
  await expect(row(ada, 'And another thing')).toBeVisible()
  await expect(rows(ada)).toHaveCount(51)
  await expect(ada.getByRole('button', { name: 'Load more...' })).toHaveCount(0)

  // Finds a closed conversation: the first list searches the whole history.
  const turn = (status: string) =>
    call(ada, `/api/conversations/${first}`, { method: 'PUT', data: { conversation: { status } } })
  await turn('closed')
  await expect(rows(ada)).toHaveCount(50)
  const search = ada.getByPlaceholder('Search messages...')
  await search.fill('green parc')
  await expect(rows(ada)).toHaveCount(1)
  await expect(row(ada, 'Carla').locator('mark')).toHaveText(['parcel', 'green'])
  await expectAccessible(ada)
  await rows(ada).getByRole('link').click()
  await expect(ada).toHaveURL(/\?q=green\+parc&at=1$/)
  await expect(history(ada).getByText('Where is my parcel? It was green.')).toBeInViewport()
  await search.fill('nothing that anybody wrote')
  await expect(list(ada).getByText('No conversations')).toBeVisible()
  await ada.getByRole('button', { name: 'Clear the search' }).click()
  await expect(rows(ada)).toHaveCount(50)
  await turn('open')
  await expect(rows(ada)).toHaveCount(51)

  await ada.route('**/api/conversations?*', async (route) => {
    const page = await (await route.fetch()).json()
    const copy = (number: number) => ({ ...page.data[0], id: uuid(number), last_activity_at: minute(number) })
    await route.fulfill({
      json: { ...page, data: Array.from({ length: 300 }, (_, number) => copy(number)), next: null },
    })
  })
  await goes(ada, '/conversations/unassigned')
  await expect(rows(ada).first()).toHaveAttribute('data-row', uuid(0))
  await expect.poll(() => rows(ada).count()).toBeLessThan(60)
  await rows(ada).first().hover()
  await ada.mouse.wheel(0, 100_000)
  await expect(ada.locator(`[data-row="${uuid(299)}"]`)).toBeInViewport()
  await ada.unroute('**/api/conversations?*')

  await failUntilClick(ada, '**/api/conversations?*')
  await goes(ada, '/conversations/priority')
  await expect(list(ada).getByRole('alert')).toContainText('Error retrieving inbox')
  await expect(list(ada).getByRole('alert')).toContainText('Unknown error')
  await list(ada).getByRole('button', { name: 'Try again' }).click()
  await expect(list(ada).getByText('No conversations')).toBeVisible()
})

test('the list does not move under the pointer, and the sound plays once in ten seconds', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await ada.addInitScript(() => {
    const rung: number[] = []
    Object.assign(window, { rung })
    HTMLMediaElement.prototype.play = async function play() {
      rung.push(this.volume)
    }
  })
  const now = Date.now()
  await ada.clock.setFixedTime(now)
  await registerCompany(ada)
  await joinTeam(ben, ada)
  await expectToHear(ada)
  const ids: string[] = []
  for (const name of ['Carla', 'Dora', 'Eve', 'Fritz']) ids.push(await asks(ben, name, `This is ${name}`))
  await expect(rows(ada)).toHaveCount(4)
  const rung = () => ada.evaluate(() => (window as unknown as { rung: number[] }).rung)
  await expect.poll(rung).toEqual([0.2])

  const dora = row(ada, 'Dora')
  await dora.hover()
  const place = await dora.boundingBox()
  // Move the pointer, as a user who aims.
  const aiming = async () => {
    await dora.dispatchEvent('pointermove')
    return { rows: await row(ada, 'Is anybody there?').count(), place: await dora.boundingBox() }
  }
  await Promise.all([adds(ben, ids[0] ?? '', 'Is anybody there?'), expect.poll(aiming).toEqual({ rows: 1, place })])
  await menu(ada).hover()
  await expect(rows(ada).first()).toContainText('Carla')
  await expect(list(ada).getByText('Carla')).toBeInViewport()

  expect(await rung()).toEqual([0.2])
  await ada.clock.setFixedTime(now + 10_000)
  await call(ben, '/api/messages', { data: { message: { conversation_id: ids[0], body: 'I am' } } })
  await expect(row(ada, 'Carla')).toContainText('I am')
  expect(await rung()).toEqual([0.2])
  await adds(ben, ids[0] ?? '', 'At last')
  await expect.poll(rung).toEqual([0.2, 0.2])
})

test('no message is lost or duplicated when the connection is cut ten times in a busy minute', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  const lines: WebSocketRoute[] = []
  const open = new Set<WebSocketRoute>()
  await ada.routeWebSocket(/\/socket\/websocket/, (line) => {
    const server = line.connectToServer()
    lines.push(line)
    open.add(line)
    line.onClose(() => {
      open.delete(line)
      void server.close()
    })
  })
  await registerCompany(ada)
  await joinTeam(ben, ada)
  const carla = await asks(ben, 'Carla', 'Message 0')
  await row(ada, 'Message 0').getByRole('link').click()
  await expect(history(ada).getByText('Message 0', { exact: true })).toBeVisible()

  const others: string[] = []
  for (let number = 1; number <= 10; number += 1) {
    const before = lines.length
    await adds(ben, carla, `Message ${number} before`)
    await lines.at(-1)?.close()
    others.push(`Somebody ${number}`)
    await Promise.all([adds(ben, carla, `Message ${number} meanwhile`), asks(ben, `Somebody ${number}`, 'Hello?')])
    await expect.poll(() => lines.length).toBeGreaterThan(before)
  }
  await adds(ben, carla, 'The last one')

  await expect(history(ada).getByText('The last one')).toBeInViewport()
  // High enough to render every message, because only visible rows are on the page.
  await ada.setViewportSize({ width: 1280, height: 2400 })
  const came = Array.from({ length: 10 }, (_, n) => [`Message ${n + 1} before`, `Message ${n + 1} meanwhile`]).flat()
  await expect(history(ada).getByText(/^Message \d+ (before|meanwhile)$/)).toHaveText(came)
  await expect(rows(ada)).toHaveCount(11)
  for (const name of others) await expect(row(ada, new RegExp(`${name}(?!\\d)`))).toHaveCount(1)
  await expect(row(ada, 'Carla')).toContainText('The last one')
  await expect(bucket(ada, 'All conversations 10 unread')).toBeVisible()

  await expect.poll(() => open.size).toBe(1)
  await menu(ada).getByRole('button', { name: 'Log out' }).click()
  await expect(ada).toHaveURL('/login')
  await expect.poll(() => open.size).toBe(0)
})

test('list and conversation are two screens on a phone', async ({ somebody }) => {
  const ada = await somebody({ width: 360, height: 740, dark: true })
  await registerCompany(ada)
  await expect(list(ada).getByText('No conversations')).toBeVisible()
  await expect(ada.getByText('It looks like no channels have been set up yet!')).toBeVisible()
  await expect(ada.getByRole('link', { name: 'Get started' })).toBeVisible()
  await expectAccessible(ada)
  await expectToFit(ada)
  await asks(ada, 'A very long name that does not fit into any list of the world', 'Word '.repeat(200))
  await asks(ada, 'Carla', 'Where is my parcel?')
  await expect(rows(ada)).toHaveCount(2)
  await expectAccessible(ada)
  await expectToFit(ada)
  await row(ada, 'Carla').getByRole('link').click()
  await expect(history(ada).getByText('Where is my parcel?')).toBeVisible()
  await expect(list(ada)).toBeHidden()
  await ada.getByRole('link', { name: 'Back to the list' }).click()
  await expect(rows(ada)).toHaveCount(2)
})

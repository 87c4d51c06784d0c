import type { ReportTimes } from '@papercups/contract'
import type { Locator, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { joinTeam, menu, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'
import { meets } from '../visitors.js'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The rows of a chart's table. */
async function rowsOf(page: Page, name: string) {
  const details = section(page, name).locator('details')
  await details.evaluate((element: HTMLDetailsElement) => (element.open = true))
  return details.getByRole('row')
}

test('shows the report of a range, as charts and as tables, and saves it', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody({ width: 360, height: 740, dark: true })]
  const { account_id, email } = await registerCompany(ada)
  const carla = await meets(ada, account_id, 'Carla')
  const id = await carla.begins()
  await carla.asks(id, { body: 'Hello' })
  await carla.asks(id, { body: 'Is anybody there?' })
  await carla.answers(id, { body: 'Yes' })

  const asked = ada.waitForRequest('**/api/reporting?*')
  await menu(ada).getByRole('link', { name: 'Reporting' }).click()
  await expect(ada.getByRole('heading', { name: 'Reporting' })).toBeVisible()
  const { from_date, to_date } = Object.fromEntries(new URL((await asked).url()).searchParams)
  expect([from_date, to_date]).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d/),
    expect.stringMatching(/^\d{4}-\d\d-\d\d/),
  ])
  const presets = ada.getByRole('group', { name: 'Date range' })
  await expect(presets.getByRole('button', { name: 'Last 30 days' })).toHaveAttribute('aria-pressed', 'true')
  const messages = await rowsOf(ada, 'Messages per day')
  await expect(messages).toHaveCount(31)
  await expect(messages.last()).toHaveText(/^\d{4}-\d\d-\d\d3$/)
  await expect((await rowsOf(ada, 'Messages received and sent per day')).last()).toHaveText(/21$/)
  await expect((await rowsOf(ada, 'Messages per user')).last()).toHaveText(`${email}1`)
  const weekdays = await rowsOf(ada, 'Messages per weekday')
  await expect(weekdays.filter({ hasText: /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)22$/ })).toHaveCount(1)
  for (const name of ['browser', 'OS', 'time zone'])
    await expect(section(ada, `Customers by ${name}`).getByText('Unknown').first()).toBeAttached()
  await expect((await rowsOf(ada, 'New conversations per day')).last()).toHaveText(/-\d\d1$/)
  await expect(section(ada, 'Messages per day').locator('svg').first()).toBeVisible()
  await expectAccessible(ada)

  // A number opens the conversations behind it, from the table and from the busiest hours.
  const drawer = ada.getByRole('dialog')
  await messages.last().getByRole('button', { name: '3' }).click()
  await expect(drawer.getByRole('link', { name: 'Carla' })).toHaveAttribute(
    'href',
    new RegExp(`/conversations/all/${id}$`),
  )
  await expectAccessible(ada)
  await ada.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await ada.getByRole('table', { name: 'Busiest hours' }).getByRole('button').first().click()
  await expect(drawer.getByRole('link', { name: 'Carla' })).toBeVisible()
  await ada.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)

  await (await rowsOf(ada, 'Customers by browser')).last().getByRole('button', { name: '1' }).click()
  await expect(drawer.getByRole('link', { name: 'Carla' })).toBeVisible()
  await ada.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(ada.locator('dl > div', { hasText: 'Resolution, median' }).locator('dd')).toHaveText('--')

  await expect((await rowsOf(ada, 'Open conversations')).last()).toHaveText(/-\d\d1$/)
  await expect(section(ada, 'Reopened conversations per day').getByText('No data in this range')).toBeVisible()
  await expect(section(ada, 'Time to next reply').getByText(/^From the first message.*Average \d+s/)).toBeVisible()

  // Averages and medians open the conversations that they were computed from.
  await section(ada, 'Time to next reply')
    .getByRole('button', { name: /^\d+s$/ })
    .first()
    .click()
  await expect(drawer.getByRole('link', { name: 'Carla' })).toBeVisible()
  await ada.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await weekdays
    .filter({ hasText: /^\w{3}22$/ })
    .getByRole('button')
    .first()
    .click()
  await expect(drawer.getByRole('link', { name: 'Carla' })).toBeVisible()
  await ada.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)

  const agents = await rowsOf(ada, 'Agents')
  await expect(agents.last()).toHaveText(new RegExp(`^${email}11\\d+s$`))
  await agents.last().getByRole('button').first().click()
  await expect(drawer.getByRole('link', { name: 'Carla' })).toBeVisible()
  await ada.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)

  // A filter counts only its conversations.
  await ada.getByRole('combobox', { name: 'Channel' }).click()
  await ada.getByRole('option', { name: 'Email' }).click()
  await expect(ada).toHaveURL(/source=email/)
  await expect(section(ada, 'Messages per day').getByText('No data in this range')).toBeVisible()
  await ada.getByRole('combobox', { name: 'Channel' }).click()
  await ada.getByRole('option', { name: 'Chat' }).click()
  await expect((await rowsOf(ada, 'Messages per day')).last()).toHaveText(/^\d{4}-\d\d-\d\d3$/)

  const download = ada.waitForEvent('download')
  await ada.getByRole('button', { name: 'Export as JSON' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^reporting-\d{8}-\d{8}\.json$/)
  const saved = JSON.parse(await readFile(await file.path(), 'utf8')) as { messages_by_date: unknown[] }
  expect(saved.messages_by_date).toHaveLength(30)

  const table = ada.waitForEvent('download')
  await ada.getByRole('button', { name: 'Save Messages per user as CSV' }).click()
  expect((await table).suggestedFilename()).toBe('messages-per-user.csv')
  expect(await readFile(await (await table).path(), 'utf8')).toBe(`\uFEFFUser,Messages\r\n${email},1\r\n`)

  // One day, with the keyboard.
  await presets.getByRole('button', { name: 'Today' }).focus()
  await ada.keyboard.press('Enter')
  await expect(messages).toHaveCount(2)
  await expect(ada).toHaveURL(/from=(\d{4}-\d\d-\d\d)&to=\1&source=chat$/)

  // A range without anything.
  await ada.getByLabel('From', { exact: true }).fill('2024-02-28')
  await ada.getByLabel('To', { exact: true }).fill('2024-03-01')
  await expect(ada.getByText('No data in this range').first()).toBeVisible()
  await expect(section(ada, 'Messages per day').locator('svg')).toHaveCount(0)

  // The live view counts again when a customer writes.
  await ada.getByRole('tab', { name: 'Live' }).click()
  const waiting = ada.locator('dl > div', { hasText: 'Waiting for a reply' }).locator('dd')
  await expect(waiting).toHaveText('0')
  await expect(ada.locator('dl > div', { hasText: 'Online' }).locator('dd')).toHaveText('1')
  await carla.asks(id, { body: 'One more question' })
  await expect(waiting).toHaveText('1')
  const people = ada.getByRole('table', { name: 'Open conversations by assignee' })
  for (const number of [waiting.getByRole('button'), people.getByRole('button').last()]) {
    await number.click()
    await expect(drawer.getByRole('link', { name: 'Carla' })).toBeVisible()
    await ada.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
  }
  await expectAccessible(ada)

  await joinTeam(ben, ada, '/reporting')
  await expect(section(ben, 'Messages per day').locator('svg').first()).toBeVisible()
  await expectAccessible(ben)
  await expectToFit(ben)
  await ben.getByRole('tab', { name: 'Live' }).click()
  await expect(ben.getByRole('table', { name: 'Open conversations by assignee' })).toBeVisible()
  await expectToFit(ben)
})

async function largestBar(chart: Locator) {
  const bars = chart.locator('.recharts-bar-rectangle path')
  await expect(bars.first()).toBeVisible()
  const sizes = await bars.evaluateAll((paths) =>
    paths.map((path) => path.getBoundingClientRect()).map(({ width, height }) => width * height),
  )
  return bars.nth(sizes.indexOf(Math.max(...sizes)))
}

test('bars open their conversations, and no name is a formula in a file', async ({ somebody }) => {
  const ada = await somebody()
  const { account_id } = await registerCompany(ada, OUTSIDE)
  const carla = await meets(ada, account_id, '=1+1')
  const id = await carla.begins()
  await carla.asks(id, { body: 'Hello' })
  await carla.answers(id, { body: 'Hi' })
  await ada.goto('/reporting')
  const drawer = ada.getByRole('dialog')
  for (const name of ['Messages per user', 'Messages per weekday', 'Agents']) {
    await (await largestBar(section(ada, name))).click({ force: true })
    await expect(drawer.getByRole('link', { name: '=1+1' })).toBeVisible()
    if (name === 'Agents') {
      const list = ada.waitForEvent('download')
      await drawer.getByRole('button', { name: /^Save .* as CSV$/ }).click()
      expect(await readFile(await (await list).path(), 'utf8')).toContain("\r\n'=1+1,")
    }
    await ada.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
  }

  const hours = ada.waitForEvent('download')
  await ada.getByRole('button', { name: 'Save Busiest hours as CSV' }).click()
  const lines = (await readFile(await (await hours).path(), 'utf8')).split('\r\n')
  expect(lines).toHaveLength(9)
  expect(lines.slice(1, 8).map((line) => line.slice(0, 3))).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
})

test('weekly times show their change in percent, and a shorter time is green', async ({ somebody }) => {
  const ada = await somebody()
  const { account_id } = await registerCompany(ada, OUTSIDE)
  const carla = await meets(ada, account_id, 'Carla')
  const id = await carla.begins()
  await carla.asks(id, { body: 'Hello' })
  await carla.answers(id, { body: 'Hi' })
  await ada.route('**/api/reporting/times?*', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: ReportTimes }
    for (const [time, averages] of [
      [data.first_reply, [75, 100]],
      [data.resolution, [400, 300]],
    ] as const) {
      time.count = 2
      for (const [at, average] of averages.entries()) Object.assign(time.weeks[at] ?? {}, { average, count: 1 })
    }
    await route.fulfill({ json: { data } })
  })
  await ada.goto('/reporting')
  const colorOf = async (name: string, change: string) => {
    const cell = (await rowsOf(ada, name)).getByText(change, { exact: true })
    await expect(cell).toBeVisible()
    return cell.evaluate((element) => getComputedStyle(element).color)
  }
  const [shorter, longer] = [
    await colorOf('Time to first reply', '-25.00%'),
    await colorOf('Time to resolution', '+33.33%'),
  ]
  const good = await ada.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('p'))
    probe.style.color = 'var(--text-good)'
    return getComputedStyle(probe).color
  })
  expect(shorter).toBe(good)
  expect(longer).not.toBe(good)
  // A bar opens its week, like its numbers.
  await (await largestBar(section(ada, 'Time to resolution'))).click({ force: true })
  await expect(ada.getByRole('dialog', { name: /^Time to resolution: / })).toBeVisible()
})

test('a report that fails to load can be loaded again', async ({ somebody }) => {
  const ada = await somebody()
  const logged: string[] = []
  ada.on('console', (line) => logged.push(line.text()))
  await registerCompany(ada, OUTSIDE)
  await ada.route('**/api/reporting?*', (route) => route.fulfill({ status: 400, json: { error: { message: 'No' } } }))
  await ada.goto('/reporting')
  await expect(ada.getByRole('heading', { name: 'Error retrieving the report' })).toBeVisible()
  expect(logged.some((line) => line.startsWith('Failed to load the report'))).toBe(true)
  await ada.unroute('**/api/reporting?*')
  await ada.getByRole('button', { name: 'Try again' }).click()
  await expect(section(ada, 'Messages per day')).toBeVisible()

  await ada.route('**/api/reporting/floor', (route) =>
    route.fulfill({ status: 400, json: { error: { message: 'No' } } }),
  )
  await ada.getByRole('tab', { name: 'Live' }).click()
  await expect(ada.getByRole('heading', { name: 'Error retrieving the open conversations' })).toBeVisible()
  await ada.unroute('**/api/reporting/floor')
  await ada.getByRole('button', { name: 'Try again' }).click()
  await expect(ada.getByRole('table', { name: 'Open conversations by assignee' })).toBeVisible()
})

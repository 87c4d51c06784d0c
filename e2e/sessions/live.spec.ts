import type { Request } from '@playwright/test'
import { call, joinTeam, menu, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'
import { change, element, pageEvents, placeOf, shownText, text, visits } from './recorder.js'

const SOCKET_ERROR = 'Error connecting to socket. Try refreshing the page.'

/** Notes when the page reported a lost connection. */
function noteReports(text: string) {
  const seen = new Map<Element, number>()
  Object.assign(globalThis, { reportTimes: () => [...seen.values()] })
  new MutationObserver(() => {
    for (const report of document.querySelectorAll('[role=alert]'))
      if (report.textContent?.includes(text) && !seen.has(report)) seen.set(report, Date.now())
  }).observe(document, { childList: true, subtree: true })
}

test('lists the visitors with their status, and explains the set-up', async ({ somebody }) => {
  const [ada, ben, carla] = [await somebody(), await somebody({ dark: true }), await somebody()]
  const { account_id } = await registerCompany(ada)
  await joinTeam(ben, ada, OUTSIDE)

  await menu(ada).getByRole('button', { name: 'Sessions' }).click()
  await expect(ada.getByRole('menuitem')).toHaveText(['Live sessions', 'Set up Storytime'])
  await ada.getByRole('menuitem', { name: 'Live sessions' }).click()
  await expect(ada).toHaveURL('/sessions/list')
  await expect(ada.getByRole('heading', { level: 1, name: 'Live Sessions (beta)' })).toBeVisible()
  await ada.getByRole('alert').getByRole('link', { name: 'Set up Storytime' }).click()
  await expect(ada).toHaveURL('/sessions/setup')
  await expect(ada.getByRole('heading', { level: 1, name: 'Set up Storytime' })).toBeVisible()
  const html = ada.getByRole('region', { name: 'HTML code' })
  for (const part of [`accountId: '${account_id}'`, 'name:', 'email:', 'external_id:', 'baseUrl:', '/storytime.js'])
    await expect(html).toContainText(part)
  await expect(ada.getByRole('region', { name: 'Script code' })).toHaveText(/^<script [^>]*storytime\.js"><\/script>$/)
  await expect(ada.getByRole('region', { name: 'Package code' })).toContainText('Storytime.init({')
  await expect(ada.getByRole('region', { name: 'Package code' })).toContainText('.finish()')

  const settings = ada.getByRole('region', { name: 'Recording' })
  await settings.getByRole('button', { name: 'Edit' }).click()
  await settings.getByLabel('Days to keep sessions').fill('0')
  await expect(settings.getByText('Enter a whole number from 1 to 365.')).toBeVisible()
  await settings.getByLabel('Days to keep sessions').fill('30')
  await settings.getByLabel('Hide all text').check()
  await settings.getByLabel('Never these pages').fill('/checkout/*\n\n/account')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings.getByRole('button', { name: 'Edit' })).toBeVisible()
  expect(await call(ada, '/api/account/recording_settings')).toMatchObject({
    keep_days: 30,
    mask_text: true,
    except_pages: ['/checkout/*', '/account'],
  })
  await expectAccessible(ada)
  await expectToFit(ada)

  await ada.goto('/sessions')
  await expect(ada.getByRole('alert').getByRole('link')).toBeVisible()
  const recorder = await visits(carla, ada, account_id, 'Carla')
  const row = ada.getByRole('row', { name: /Carla/ })
  await expect(row).toContainText('Online')
  await expect(row).toContainText('Chrome · Linux')
  await expect(row).toContainText('Began on /pricing')
  await expect(ada.getByText('This page is a work in progress.')).toBeVisible()
  await expect(ada.getByText('No session was recorded yet.')).toHaveCount(0)
  await expect(ada.getByRole('columnheader')).toHaveText(['Visitor', 'Started at', 'Status', 'Device info', 'Actions'])
  await recorder.push('session:inactive', { ts: Date.now() })
  await expect(row).toContainText('Inactive')
  await row.getByRole('link', { name: 'View live' }).click()
  await expect(ada).toHaveURL(`/sessions/live/${recorder.session_id}`)
  await ada.getByRole('link', { name: 'Back to all sessions' }).click()
  await expect(ada).toHaveURL('/sessions/list')
  await expect(row).toContainText('Inactive')
  await recorder.leave()
  await expect(row).toContainText('Disconnected')

  // Members do not see the menu, but may open the pages. They cannot change what is recorded.
  await ben.goto('/sessions/anything')
  await expect(ben.getByRole('row', { name: /Carla/ })).toBeVisible()
  await expect(menu(ben).getByRole('button', { name: 'Sessions' })).toHaveCount(0)
  await expect(ben.getByText('This page is a work in progress.')).toBeVisible()
  await expectAccessible(ben)
  await ben.setViewportSize({ width: 360, height: 740 })
  await expectToFit(ben)
  await ben.goto('/sessions/setup')
  await expect(ben.getByRole('region', { name: 'HTML code' })).toBeVisible()
  await expect(ben.getByRole('region', { name: 'Recording' })).toHaveCount(0)
  await expectToFit(ben)
  const logged = ben.waitForEvent('console', (line) => line.text().includes('Reading browser-sessions'))
  await ben.route('**/api/browser_sessions?*', (route) => route.fulfill({ status: 500, json: {} }))
  await ben.goto('/sessions')
  await logged
  await expect(ben.getByRole('alert').filter({ hasText: 'Error retrieving sessions' })).toBeVisible()
  await ben.unroute('**/api/browser_sessions?*')
  await ben.getByRole('button', { name: 'Try again' }).click()
  await expect(ben.getByRole('row', { name: /Carla/ })).toBeVisible()
  await ben.goto(`/sessions/live/${crypto.randomUUID()}`)
  await expect(ben.getByRole('alert')).toContainText('Error retrieving session')
})

test('an agent watches a visitor, points at the page and starts a conversation', async ({ somebody }) => {
  const [ada, ben, carla] = [await somebody(), await somebody({ dark: true }), await somebody()]
  const { account_id } = await registerCompany(ada, OUTSIDE)
  await joinTeam(ben, ada, OUTSIDE)
  const recorder = await visits(carla, ada, account_id, 'Carla')

  const asked = (limit: number) => (request: Request) => {
    const { pathname, searchParams } = new URL(request.url())
    const { customer_id, active, ...others } = Object.fromEntries(searchParams)
    return (
      pathname === '/api/browser_sessions' &&
      [customer_id, active, others.limit].join() === [recorder.customer_id, true, limit].join()
    )
  }
  const lookup = ada.waitForRequest(asked(1))
  await ada.goto(`/customers/${recorder.customer_id}`)
  await lookup
  await ada.getByRole('link', { name: 'View live session' }).click()
  await expect(ada).toHaveURL(`/sessions/live/${recorder.session_id}`)
  const banner = ada.getByRole('status').filter({ hasText: /Loading|visitor/ })
  await expect(banner).toHaveText('Loading the current session... this may take a minute.')
  await expect(ada.getByText('This feature is experimental.')).toBeVisible()
  // The recorder learns that somebody watches, and sends the page.
  await expect
    .poll(() => recorder.heard('presence_diff'))
    .toMatchObject({ joins: { [`session:${recorder.session_id}`]: {} } })
  const now = Date.now()
  const words = text('Pricing for teams')
  const buy = element('button', { id: 'buy', style: 'position: absolute; left: 300px; top: 200px' }, text('Buy now'))
  await recorder.sends(
    pageEvents(now, [element('style', { _cssText: 'h1 { color: red }' })], [element('h1', {}, words), buy]),
  )
  await expect.poll(() => shownText(ada)).toContain('Pricing for teams')
  await expect(banner).toHaveText('The visitor is on this page now.')
  await expect(ada.locator('iframe[title="The visitor’s page"]')).toHaveCSS('opacity', '1')
  await recorder.sends([change(now + 500, { texts: [{ id: words.id, value: 'Pricing for everybody' }] })])
  await expect.poll(() => shownText(ada)).toContain('Pricing for everybody')
  const view = ada.getByRole('region', { name: 'Live page' })
  await expect(view).toContainText('https://shop.test/pricing')
  const custom = (at: number, tag: string, payload: object) => ({ type: 5, timestamp: at, data: { tag, payload } })
  await recorder.sends([custom(now + 600, 'page', { url: 'https://shop.test/cart', title: 'Cart' })])
  await expect(view).toContainText('https://shop.test/cart')
  await recorder.sends([custom(now + 700, 'paused', { text: '' })])
  await expect(view).toContainText('The visitor is on a page that is not recorded.')
  await recorder.sends([custom(now + 800, 'page', { url: 'https://shop.test/pricing', title: 'Prices' })])
  await expect(view).toContainText('https://shop.test/pricing')
  await expectAccessible(ada)

  const frame = ada.locator('iframe[title="The visitor’s page"]')
  await expect(frame).toHaveCSS('height', '480px')
  await expect(ada.getByRole('complementary', { name: 'About the visitor' })).toHaveCSS('width', '360px')
  const before = await placeOf(ada, '#buy')
  await ada.setViewportSize({ width: 700, height: 900 })
  await expect.poll(async () => (await placeOf(ada, '#buy')).x).not.toBe(before.x)
  await expectToFit(ada)
  await ada.setViewportSize({ width: 1280, height: 1000 })

  await ada.getByRole('button', { name: 'Point' }).click()
  await expect.poll(() => recorder.heard('pointer:ask')).toMatchObject({ name: expect.any(String) })
  // The visitor loads another page before they answer.
  const body = [element('h1', {}, text('Pricing, once more')), buy]
  await recorder.sends(pageEvents(Date.now(), [], body))
  await expect.poll(() => shownText(ada)).toContain('Pricing, once more')
  await expect.poll(() => recorder.count('pointer:ask')).toBeGreaterThan(1)
  await recorder.push('pointer:answer', { agreed: true })
  await expect(ada.getByRole('button', { name: 'Stop pointing' })).toBeVisible()
  const { x, y } = await placeOf(ada, '#buy')
  await ada.mouse.click(x, y)
  await expect.poll(() => recorder.heard('pointer:show')).toMatchObject({ id: buy.id })
  await ada.getByRole('button', { name: 'Stop pointing' }).click()
  await expect.poll(() => recorder.heard('pointer:hide')).toBeDefined()

  const panel = ada.getByRole('complementary', { name: 'About the visitor' })
  await expect(panel).toContainText('carla@example.com')
  const start = ada.getByRole('button', { name: 'Start new conversation' })
  await start.click()
  await ada.getByRole('dialog').getByLabel('Message').fill('May I help you with the prices?')
  await ada.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect(panel.getByText('May I help you with the prices?')).toBeVisible()
  await expect(start).toBeDisabled()

  // A member may watch, too. Without a snapshot the page stops waiting after a minute.
  const [conversation] = await call<Array<{ id: string }>>(ada, '/api/conversations')
  const side = ben.waitForRequest(asked(5))
  await ben.goto(`/conversations/all/${conversation?.id}`)
  await side
  await ben.clock.install()
  await ben.getByRole('link', { name: 'View live session' }).click()
  await expect(ben).toHaveURL(`/sessions/live/${recorder.session_id}`)
  const waiting = ben.getByText('Loading the current session... this may take a minute.')
  await expect(waiting).toBeVisible()
  await ben.clock.fastForward(58_000)
  await expect(waiting).toBeVisible()
  await expect
    .poll(async () => {
      await ben.clock.fastForward(61_000)
      return waiting.count()
    })
    .toBe(0)

  await recorder.push('session:inactive', { ts: Date.now() })
  await expect(banner).toHaveText('The visitor is looking at another tab or window.')
  await expect(frame).toHaveCSS('opacity', '0.6')
  await recorder.leave()
  await expect(banner).toHaveText('The visitor has left, or their connection is lost.')
  await expect(frame).toHaveCSS('opacity', '0.6')

  // Closed conversations count, too. A lost connection is reported, and again after 30 s.
  const closed = { conversation: { status: 'closed' } }
  await call(ada, `/api/conversations/${conversation?.id}`, { data: closed, method: 'PUT' })
  let attempts = 0
  await ada.routeWebSocket(/\/socket\/websocket/, (socket) => {
    // After it opened, so that each attempt is a lost connection.
    socket.onMessage(() => {
      attempts += 1
      void socket.close()
    })
  })
  await ada.clock.install()
  await ada.addInitScript(noteReports, SOCKET_ERROR)
  await ada.goto(`/sessions/live/${recorder.session_id}`)
  const reports = () => ada.evaluate(() => (globalThis as unknown as { reportTimes: () => number[] }).reportTimes())
  await expect
    .poll(async () => {
      await ada.clock.fastForward(2_000)
      return (await reports()).length
    })
    .toBeGreaterThan(1)
  const [first = 0, second = 0] = await reports()
  expect(second - first).toBeGreaterThanOrEqual(30_000)
  expect(attempts).toBeGreaterThan(5)
  await expect(panel.getByText('May I help you with the prices?')).toBeVisible()
  await expect(start).toBeDisabled()
  await ada.getByRole('link', { name: 'Replay' }).click()
  await expect(ada).toHaveURL(`/sessions/replay/${recorder.session_id}`)
})

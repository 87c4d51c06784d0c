import { call, chat, goes, HOME, joinTeam, knows, menu, OUTSIDE, registerCompany, writes } from '../people.js'
import { expect, expectAccessible, expectToHear, test } from '../story.js'
import { asks } from '../visitors.js'

const SIGNED_OUT = 'You have been signed out. Please sign in again.'

test('the menu shows the pages of the role', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada)
  await joinTeam(ben, ada)

  await expect(menu(ada).getByRole('link')).toHaveText([/Getting started/, /Inbox/, /Integrations/, 'Reporting'])
  await menu(ada).getByRole('button', { name: 'Customers' }).click()
  await expect(ada.getByRole('menuitem')).toHaveText(['People', 'Companies', 'Tags', 'Issues', 'Notes'])
  await ada.getByRole('menuitem', { name: 'Tags' }).click()
  await expect(ada).toHaveURL('/tags')
  await expect(menu(ada).getByRole('button', { name: 'Customers' })).toHaveAttribute('aria-current', 'true')
  await menu(ada).getByRole('button', { name: 'Developers' }).click()
  await expect(ada.getByRole('menuitem')).toHaveText([
    'API keys',
    'Event subscriptions',
    'Functions',
    'Email templates',
  ])
  await ada.getByRole('menuitem', { name: 'Event subscriptions' }).click()
  await expect(ada).toHaveURL('/developers/event-subscriptions')
  await expect(menu(ada).getByRole('button', { name: 'Developers' })).toHaveAttribute('aria-current', 'true')
  await menu(ada).getByRole('button', { name: 'Settings' }).click()
  await expect(ada.getByRole('menuitem')).toHaveText(['Account', 'My team', 'My profile', 'Inboxes', 'Saved replies'])
  await ada.getByRole('menuitem', { name: 'Account' }).click()
  await expect(ada).toHaveURL('/settings/account')
  await expect(menu(ada).getByRole('button', { name: 'Settings' })).toHaveAttribute('aria-current', 'true')
  await expect(menu(ada).getByRole('link', { name: 'Inbox' })).not.toHaveAttribute('aria-current', 'page')

  await expect(menu(ben).getByRole('link')).toHaveText([/Inbox/, 'Reporting'])
  await expect(menu(ben).getByRole('link', { name: 'Inbox' })).toHaveAttribute('aria-current', 'page')
  await menu(ben).getByRole('button', { name: 'Settings' }).click()
  await expect(ben.getByRole('menuitem')).toHaveText(['My profile', 'Saved replies'])
  await expect(ben.getByText('Chat with us')).toHaveCount(0)
  await expect.poll(async () => (await menu(ben).boundingBox())?.width).toBe(80)

  await ben.getByRole('button', { name: 'Log out' }).click()
  await expect(ben).toHaveURL('/login')
  await expect(ben.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(ben.getByText(SIGNED_OUT)).toHaveCount(0)
  await goes(ben, '/settings/profile')
  await expect(ben).toHaveURL('/login?redirect=%2Fsettings%2Fprofile')
})

test('lost rights disappear from the screen at once', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada)
  await joinTeam(ben, ada)
  const { id } = await call<{ id: number }>(ben, '/api/me')

  await call(ada, `/api/users/${id}/role`, { data: { role: 'admin' }, method: 'PUT' })
  await expect(menu(ben).getByRole('link', { name: 'Getting started' })).toBeVisible()
  await menu(ben).getByRole('link', { name: 'Getting started' }).click()
  await expect(ben.getByRole('heading', { level: 1, name: 'Get started' })).toBeVisible()

  await call(ada, `/api/users/${id}/role`, { data: { role: 'user' }, method: 'PUT' })
  await expect(ben).toHaveURL(HOME)
  await expect(menu(ben).getByRole('link', { name: 'Getting started' })).toHaveCount(0)

  const tabs = [ben, await ben.context().newPage()]
  await tabs[1]?.goto(HOME)
  await call(ada, `/api/users/${id}/disable`, { data: {} })
  for (const tab of tabs) {
    await expect(tab).toHaveURL(/\/login/)
    await expect(tab.getByText(SIGNED_OUT)).toBeVisible()
  }
  await expectAccessible(ben)
  await expect(menu(ada)).toBeVisible()
})

test('a lost answer to a renewal signs nobody out', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada)
  let renewals = 0
  await ada.route('**/api/session/renew', async (route) => {
    renewals += 1
    if (renewals > 1) return route.continue()
    // The server has used the token up, and the browser gets no answer.
    await route.fetch()
  })
  await ada.reload()
  await expect(menu(ada)).toBeVisible()
  await expect(ada.getByRole('button', { name: 'Log out' })).toBeVisible({ timeout: 10_000 })
  await call(ada, '/api/me')
  expect(renewals).toBe(2)
})

test('the tab order of the shell follows the screen', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, '/settings/team')
  await expect(menu(ada)).toBeVisible()
  const focused = () => ada.evaluate(() => document.activeElement?.textContent?.trim())

  const order = [
    'Skip to content',
    'Search',
    'Getting started',
    'Inbox',
    'Integrations',
    'Customers',
    'Reporting',
    'Developers',
    'Sessions',
    'Settings',
    'Log out',
  ]
  for (const name of order) {
    await ada.keyboard.press('Tab')
    await expect.poll(focused).toBe(name)
  }
  await menu(ada).getByRole('button', { name: 'Settings' }).focus()
  await ada.keyboard.press('Enter')
  // The menu gets the focus a moment after it is visible.
  await expect(ada.locator('[role=menu] :focus')).toBeAttached()
  await ada.keyboard.press('ArrowDown')
  await expect(ada.locator('[role=menuitem]:focus')).toBeAttached()
  await ada.keyboard.press('Escape')
  await expect(ada.getByRole('menuitem')).toHaveCount(0)

  await ada.getByText('Skip to content').focus()
  await ada.keyboard.press('Enter')
  await expect(ada.locator('main')).toBeFocused()
})

test('the palette finds pages, conversations and customers', async ({ somebody }) => {
  const [ada, carla] = [await somebody(), await somebody()]
  const { account_id } = await registerCompany(ada)
  await knows(ada, account_id, { name: 'Dora', email: 'dora@example.com' })
  await writes(carla, account_id, 'Where is my parcel?')
  await expect(ada.getByRole('link', { name: /Where is my parcel/ })).toBeVisible()

  await ada.keyboard.press('Control+K')
  const search = ada.getByRole('combobox', { name: 'Search pages' })
  await expect(search).toBeFocused()
  await expectAccessible(ada)
  // Results that are known at once are above those that arrive later, so they do not move.
  await search.fill('or')
  await expect(ada.getByRole('listbox').getByRole('group').first()).toHaveAccessibleName('Pages')
  await expect(ada.getByRole('listbox').getByRole('group').last()).toHaveAccessibleName('Customers')
  await search.fill('my team')
  await expect(ada.getByRole('option', { name: 'My team' })).toHaveAttribute('aria-selected', 'true')
  await search.press('Enter')
  await expect(ada).toHaveURL('/settings/team')
  await expect(search).toHaveCount(0)

  await menu(ada).getByRole('button', { name: 'Search' }).click()
  await search.fill('parcel')
  const found = ada.getByRole('group', { name: 'Conversations' }).getByRole('option', { name: /Where is my parcel/ })
  await expect(found).toBeVisible()
  await expectAccessible(ada)
  await search.press('Enter')
  await expect(ada).toHaveURL(/\/conversations\/all\/[0-9a-f-]{36}/)

  await ada.keyboard.press('Control+K')
  await search.fill('dora@')
  await ada.getByRole('group', { name: 'Customers' }).getByRole('option', { name: /Dora/ }).click()
  await expect(ada.getByRole('heading', { name: 'Dora' })).toBeVisible()

  await ada.getByRole('textbox', { name: 'Reply' }).focus()
  await ada.keyboard.press('Control+K')
  await search.fill('nothing that anybody wrote')
  await expect(ada.getByText('No matches')).toBeVisible()
  await ada.keyboard.press('Escape')
  await expect(search).toHaveCount(0)
  await expect(ada.getByRole('textbox', { name: 'Reply' })).toBeFocused()
})

test('a search typed before the palette has loaded does not land in the reply', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const id = await asks(ada, 'Carla', 'Where is my parcel?')
  let load = () => {}
  const loading = new Promise<void>((resolve) => (load = resolve))
  await ada.route('**/assets/palette*', async (route) => {
    await loading
    await route.continue()
  })
  await ada.goto(`${HOME}/${id}`)
  const reply = ada.getByRole('textbox', { name: 'Reply' })
  await reply.fill('Dear Carla')

  const search = ada.getByRole('combobox', { name: 'Search pages' })
  await ada.keyboard.press('Control+K')
  await ada.keyboard.type('my')
  await ada.keyboard.press('Escape')
  await expect(reply).toBeFocused()
  await ada.keyboard.press('Control+K')
  await ada.keyboard.type('my te')
  load()
  await expect(search).toBeFocused()
  await ada.keyboard.type('am')
  await expect(search).toHaveValue('my team')
  await expect(reply).toHaveValue('Dear Carla')
  await expectAccessible(ada)
  await search.press('Enter')
  await expect(ada).toHaveURL('/settings/team')
})

for (const [width, height] of [
  [360, 640],
  [640, 360],
] as const) {
  test(`the menu of a phone scrolls at ${width} by ${height} pixels`, async ({ somebody }) => {
    const ada = await somebody({ width, height })
    await registerCompany(ada)
    await menu(ada).getByRole('button', { name: 'Menu' }).click()
    for (const item of ['Getting started', 'Log out', 'Integrations'])
      await ada.getByRole('menuitem', { name: item }).click({ trial: true })
    await expectAccessible(ada)
    await ada.getByRole('menuitem', { name: 'Getting started' }).click()
    await expect(ada).toHaveURL('/getting-started')
  })
}

test('the menu counts open conversations, and the title of a hidden tab blinks', async ({ somebody }) => {
  const [ada, carla] = [await somebody(), await somebody()]
  const { account_id } = await registerCompany(ada)
  await expect(ada).toHaveTitle('All conversations · Papercups')
  const icon = ada.locator('link[rel="icon"]')
  await expect(icon).toHaveAttribute('href', '/favicon.svg')

  const see = (state: string) =>
    ada.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await expectToHear(ada)
  await see('hidden')
  await writes(carla, account_id, 'Hello?')
  await expect(ada).toHaveTitle('(1) New message!')
  await expect(ada).toHaveTitle('All conversations · Papercups')
  await expect(ada).toHaveTitle('(1) New message!')
  await expect(icon).toHaveAttribute('href', '/favicon-unread.svg')

  await see('visible')
  await expect(ada).toHaveTitle('All conversations · Papercups')
  await expect(menu(ada).getByRole('link', { name: 'Inbox 1 open conversation' })).toBeVisible()
  await ada.getByRole('link', { name: /Hello/ }).click()
  await expect(icon).toHaveAttribute('href', '/favicon.svg')
  await ada.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(menu(ada).getByRole('link', { name: 'Inbox 1 open conversation' })).toHaveCount(0)
})

test('errors are shown in debug mode and only logged otherwise', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const logged: string[] = []
  ada.on('console', (line) => void (line.type() === 'error' && logged.push(line.text())))
  const fail = { status: 500, json: { error: { status: 500, message: 'The shelf fell down' } } }
  await ada.route('**/api/conversations?*', (route) => route.fulfill(fail))

  await ada.goto(HOME)
  await expect(ada.getByText('Error retrieving inbox')).toBeVisible()
  await expect(ada.getByText('Something went wrong!')).toHaveCount(0)
  await expect.poll(() => logged.join()).toContain('The shelf fell down')

  await ada.goto(`${HOME}?debug=1`)
  const notice = ada.getByRole('alert').filter({ hasText: 'Something went wrong!' }).first()
  await expect(notice).toContainText('The shelf fell down')
  await expectAccessible(ada)
})

test('the page uses the server’s flags for debug mode and "Chat with us"', async ({ install }) => {
  const { somebody } = await install({ DEBUG_MODE_ENABLED: 'true', CHAT_WITH_US_ENABLED: 'true' })
  const ada = await somebody()
  await registerCompany(ada)
  await menu(ada).getByRole('button', { name: 'Chat with us' }).click()
  await expect(chat(ada).getByLabel('Message', { exact: true })).toBeVisible()

  await ada.route('**/api/conversations?*', (route) => route.fulfill({ status: 500, json: {} }))
  await ada.reload()
  await expect(ada.getByText('Something went wrong!').first()).toBeVisible()
  await expect(ada.locator('iframe.Papercups-chatWindowContainer')).toHaveCount(0)
  await ada.getByRole('button', { name: 'Log out' }).click()
  await expect(ada.getByText('Chat with us')).toHaveCount(0)
})

test('shows a bar while offline, and loads missing code once it is back', async ({ papercups, somebody }) => {
  const ada = await somebody()
  await registerCompany(ada)
  const bar = ada.getByRole('status').filter({ hasText: 'Your drafts are saved.' })
  await ada.context().setOffline(true)
  await expect(bar).toContainText('You are offline.')
  await ada.context().setOffline(false)
  await expect(bar).toHaveCount(0)

  await papercups.kill()
  await expect(bar).toContainText('Connection lost. Reconnecting…')
  await expectAccessible(ada)
  // A dialog whose code was never loaded.
  await ada.keyboard.press('?')
  await papercups.start()
  await expect(bar).toHaveCount(0)
  await expect(ada.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('a page that cannot be loaded does not break the shell', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada)
  await ada.route('**/assets/team-page-*.js', (route) => route.abort())
  await menu(ada).getByRole('button', { name: 'Settings' }).click()
  await ada.getByRole('menuitem', { name: 'My team' }).click()
  await expect(ada.getByRole('heading', { name: 'This page failed' })).toBeVisible()
  await expectAccessible(ada)
  await menu(ada).getByRole('link', { name: 'Inbox' }).click()
  await expect(ada.getByText('No conversations')).toBeVisible()
})

import { goes, HOME, joinTeam, menu, registerCompany } from './people.js'
import { expect, test } from './story.js'

const SOME_ID = '5f0c1c2e-8a3f-4c1d-9d7b-0a1b2c3d4e5f'

/** Reachable by anybody, whoever they are. */
const shared = ['/verify', '/demo', '/bot/demo', '/sandbox', '/share']
/** Where people get in. Those who are in are led on. */
const doors = ['/login', '/register', `/register/${SOME_ID}`, '/reset-password', '/reset-password-requested', '/reset']

/** Where an address leads an admin, and a member where that is somewhere else. */
const routes: [path: string, admin: string, member?: string][] = [
  ['/', HOME],
  ['/conversations', HOME],
  ['/conversations/closed', '/conversations/closed'],
  ['/nowhere/at/all', HOME],
  ['/getting-started', '/getting-started', HOME],
  ['/mailbox', HOME],

  ['/settings', '/settings', '/settings/profile'],
  ['/settings/account', '/settings/account', '/settings/profile'],
  ['/settings/overview', '/settings/overview', '/settings/profile'],
  ['/settings/team', '/settings/team', '/settings/profile'],
  ['/settings/profile', '/settings/profile'],
  ['/inboxes', '/inboxes', HOME],
  [`/inboxes/${SOME_ID}`, `/inboxes/${SOME_ID}`, HOME],
  [`/inboxes/${SOME_ID}/conversations`, `/inboxes/${SOME_ID}/conversations`],
  [`/inboxes/${SOME_ID}/integrations`, `/inboxes/${SOME_ID}/integrations`, HOME],
  [`/inboxes/${SOME_ID}/chat-widget`, `/inboxes/${SOME_ID}/chat-widget`, HOME],
  ['/settings/chat-widget', '/settings/chat-widget', '/settings/profile'],
  ['/integrations', '/integrations', HOME],
  // Without billing there is no such page.
  ['/settings/billing', '/settings/billing', '/settings/profile'],

  ['/account', '/settings', '/settings/profile'],
  ['/account/overview?x=1', '/settings/overview?x=1', '/settings/profile'],
  ['/account/team?x=1#y', '/settings/team?x=1#y', '/settings/profile'],
  ['/account/profile?x=1', '/settings/profile?x=1'],
  ['/account/getting-started', '/settings/chat-widget', '/settings/profile'],
  ['/account/anything/else', '/settings/anything/else', '/settings/profile'],
  ['/billing?x=1', '/settings/billing?x=1', '/settings/profile'],
  ['/saved-replies?x=1', '/settings/saved-replies?x=1'],
  ['/settings/saved-replies', '/settings/saved-replies'],

  ...[
    '/customers',
    `/customers/${SOME_ID}`,
    `/v1/customers/${SOME_ID}`,
    '/notes',
    '/companies',
    '/companies/new',
    `/companies/${SOME_ID}`,
    `/companies/${SOME_ID}/edit`,
    '/tags',
    `/tags/${SOME_ID}`,
    '/issues',
    `/issues/${SOME_ID}`,
  ].map((path): [string, string] => [path, path]),

  // Pages that are still to come.
  ['/settings/email-forwarding', HOME, '/settings/profile'],
  ...[
    '/reporting',
    '/sessions',
    '/sessions/list',
    '/sessions/setup',
    `/sessions/live/${SOME_ID}`,
    '/functions',
    `/functions/${SOME_ID}`,
    '/developers/personal-api-keys',
    '/developers/event-subscriptions',
    '/developers/_templates',
    '/integrations/slack',
  ].map((path): [string, string] => [path, HOME]),
]

test('who is signed out reaches the doors, and from everywhere else is sent to log in', async ({ somebody }) => {
  const page = await somebody()
  for (const path of [...shared, ...doors]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(path)
  }
  for (const [path] of routes.filter(([path]) => path !== '/')) {
    await goes(page, path)
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(path)}`)
  }
  await page.goto('/')
  await expect(page).toHaveURL('/login')
})

for (const role of ['admin', 'member'] as const) {
  test(`every address leads a signed-in ${role} where it should`, async ({ somebody }) => {
    const ada = await somebody()
    await registerCompany(ada)
    const page = role === 'admin' ? ada : await somebody()
    if (role === 'member') await joinTeam(page, ada)

    for (const [path, admin, member = admin] of routes) {
      await goes(page, path)
      await expect(menu(page)).toBeVisible()
      await expect(page).toHaveURL(role === 'admin' ? admin : member)
    }
    for (const path of shared) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL(path)
    }
    for (const path of doors) {
      await goes(page, path)
      await expect(menu(page)).toBeVisible()
      await expect(page).toHaveURL(path.startsWith('/register') && role === 'admin' ? '/getting-started' : HOME)
    }
    await page.goto('/settings/nothing-of-that-name')
    const title = role === 'admin' ? 'Account Overview' : 'My Profile'
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })
}

test('an address that leads on does so again, however soon the next one comes', async ({ somebody }) => {
  const page = await somebody()
  await registerCompany(page)
  await expect(menu(page)).toBeVisible()
  await page.evaluate((home) => {
    const goTo = (path: string) => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }
    return new Promise<void>((resolve) => {
      const replaceState = history.replaceState.bind(history)
      history.replaceState = (state, unused, to) => {
        replaceState(state, unused, to)
        if (to !== home) return
        history.replaceState = replaceState
        // The first address has led on, and where to is not drawn yet.
        queueMicrotask(() => {
          goTo('/conversations')
          resolve()
        })
      }
      goTo('/')
    })
  }, HOME)
  await expect(page).toHaveURL(HOME)
})

test('/sandbox says what it is', async ({ somebody }) => {
  const page = await somebody()
  await page.goto('/sandbox')
  await expect(page.getByText('UI Sandbox!')).toBeVisible()
})

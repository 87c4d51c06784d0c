import type { Page } from '@playwright/test'
import { goes, HOME, menu, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

/** Its preview is a frame, which is checked, too. */
const TEMPLATES = '/developers/_templates'

type Paths = [path: string, heading: string][]

/** Each loads without the others: they show a chat, or are for guests of an account. */
const apart: Paths = [
  ['/verify', 'Email verification failed.'],
  ['/demo', 'Try the chat widget'],
  ['/bot/demo', 'Teach a bot'],
  ['/sandbox', 'UI Sandbox!'],
  ['/share', 'Access denied!'],
]
/** Pages for people who are not signed in. */
const doors: Paths = [
  ['/login', 'Welcome back'],
  ['/register', 'Get started'],
  ['/register/an-invitation', 'Join your team'],
  ['/register/confirm', 'Finish your registration'],
  ['/reset-password', 'Reset your password'],
  ['/register/confirm?token=nobody-made-this', 'Finish your registration'],
  ['/reset-password-requested', 'Please check your email'],
  ['/reset', 'Choose a new password'],
]
const ours: Paths = [
  ['/getting-started', 'Get started'],
  [HOME, 'Inbox'],
  ['/customers', 'Customers'],
  ['/notes', 'Notes'],
  ['/companies', 'Companies (beta)'],
  ['/companies/new', 'New company'],
  ['/tags', 'Tags'],
  ['/issues', 'Issues (beta)'],
  ['/inboxes', 'Inboxes'],
  ['/developers/personal-api-keys', 'Personal API keys'],
  ['/developers/event-subscriptions', 'Event subscriptions'],
  ['/functions', 'Functions'],
  [TEMPLATES, 'Email templates'],
  ['/sessions/list', 'Live Sessions (beta)'],
  ['/sessions/setup', 'Set up Storytime'],
  ['/settings/account', 'Account Overview'],
  ['/settings/team', 'My Team'],
  ['/settings/profile', 'My Profile'],
  ['/settings/saved-replies', 'Saved replies'],
]

/** In light and in dark. */
async function expectGood(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await expectAccessible(page)
    await expectToFit(page)
  }
}

for (const width of [1280, 360]) {
  test(`the sign-in pages are accessible and fit at ${width} pixels`, async ({ somebody }) => {
    const page = await somebody({ width, height: 740 })
    for (const [path, heading] of apart) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
      await expectGood(page)
    }
    await page.goto('/login')
    for (const [path, heading] of doors) {
      await goes(page, path)
      await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
      await expectGood(page)
    }
  })

  test(`the dashboard pages are accessible and fit at ${width} pixels`, async ({ somebody }) => {
    const page = await somebody({ width, height: 740 })
    await registerCompany(page)
    for (const [path, heading] of ours) {
      await goes(page, path)
      await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeAttached()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      if (path === TEMPLATES) await expect(page.frameLocator('iframe').getByRole('heading')).toBeVisible()
      await expectGood(page)
    }
    await menu(page)
      .getByRole('button', { name: width === 360 ? 'Menu' : 'Settings' })
      .click()
    await expect(page.getByRole('menuitem', { name: 'Account' })).toBeVisible()
    await expectGood(page)
  })
}

test('the menu is at the bottom on a phone', async ({ somebody }) => {
  const ada = await somebody({ width: 360, height: 740 })
  await registerCompany(ada)
  const bottom = async () => {
    const box = await menu(ada).boundingBox()
    return box && Math.round(box.y + box.height)
  }
  await expect.poll(bottom).toBe(740)
  await menu(ada).getByRole('button', { name: 'Menu' }).click()
  const entries = [
    'Getting started',
    'Integrations',
    'Reporting',
    'People',
    'Companies',
    'Tags',
    'Issues',
    'Notes',
    'API keys',
    'Event subscriptions',
    'Functions',
    'Email templates',
    'Live sessions',
    'Set up Storytime',
    'Account',
    'My team',
    'My profile',
    'Inboxes',
    'Saved replies',
    'Log out',
  ]
  await expect(ada.getByRole('menuitem')).toHaveText(entries)
  await expectAccessible(ada)
  await ada.getByRole('menuitem', { name: 'My profile' }).click()
  await expect(ada).toHaveURL('/settings/profile')

  await menu(ada).getByRole('button', { name: 'Search' }).click()
  await ada.getByRole('combobox', { name: 'Search pages' }).fill('inbox')
  await expectAccessible(ada)
  await expectToFit(ada)
  await ada.getByRole('option', { name: 'Inbox', exact: true }).click()
  await expect(ada).toHaveURL(HOME)
  await menu(ada).getByRole('button', { name: 'Menu' }).click()
  await ada.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(ada).toHaveURL('/login')
})

import type { Page } from '@playwright/test'
import { HOME, menu, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

/** Pages for people who are not signed in. */
const doors = [
  '/login',
  '/register',
  '/register/an-invitation',
  '/register/confirm',
  '/register/confirm?token=nobody-made-this',
  '/reset-password',
  '/reset-password-requested',
  '/reset',
]
const shared = ['/verify', '/demo', '/bot/demo', '/sandbox', '/share']
const ours = [
  '/getting-started',
  HOME,
  '/customers',
  '/notes',
  '/companies',
  '/companies/new',
  '/tags',
  '/issues',
  '/inboxes',
  '/developers/personal-api-keys',
  '/developers/event-subscriptions',
  '/functions',
  '/developers/_templates',
  '/sessions/list',
  '/sessions/setup',
  '/settings/account',
  '/settings/team',
  '/settings/profile',
  '/settings/saved-replies',
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
    for (const path of [...shared, ...doors]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectGood(page)
    }
  })

  test(`the dashboard pages are accessible and fit at ${width} pixels`, async ({ somebody }) => {
    const page = await somebody({ width, height: 740 })
    await registerCompany(page, OUTSIDE)
    for (const path of ours) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
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

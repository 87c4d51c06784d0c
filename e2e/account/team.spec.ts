import type { Page } from '@playwright/test'
import { mailedLink } from '../mail.js'
import { inviteLink, joinTeam, logIn, OUTSIDE, PASSWORD, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

const table = (page: Page, name: 'Team' | 'Disabled users' | 'Archived users') =>
  page.getByRole('table', { name, exact: true })
const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

async function act(admin: Page, email: string, action: string) {
  await rowOf(admin, email)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await admin.getByRole('menuitem', { name: action, exact: true }).click()
}

test('a person joins with a link as a member', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  const { email: adas } = await registerCompany(ada, OUTSIDE)
  await ada.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const link = await inviteLink(ada)
  await expect(ada.getByText('Copied to clipboard!')).toBeVisible()
  expect(await ada.evaluate(() => navigator.clipboard.readText())).toBe(link)
  expect(new URL(link).pathname).toMatch(/^\/register\/[0-9a-f-]{36}$/)
  await expect(ada.getByLabel('Invite by email')).toHaveCount(0)

  await ben.goto(link)
  await expect(ben.getByLabel('Company name')).toHaveCount(0)
  const bens = await joinTeam(ben, ada, OUTSIDE)
  await ada.goto('/settings/team')
  await expect(table(ada, 'Team').getByRole('row')).toContainText(['Name', adas, bens])
  await expect(rowOf(ada, bens)).toContainText('Member')
  await expect(rowOf(ada, adas)).toContainText('Admin')
  await expect(rowOf(ada, adas)).toContainText('You')
  await expect(rowOf(ada, adas).getByRole('button')).toHaveCount(0)
  await expect(ada.getByText('No disabled users.')).toBeVisible()

  await ben.goto('/settings/team')
  await expect(ben).toHaveURL('/settings/profile')
})

test('granted and removed admin rights change an open page', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada, OUTSIDE)
  const bens = await joinTeam(ben, ada)
  await ada.goto('/settings/team')

  await act(ada, bens, 'Grant admin permissions')
  await expect(ada.getByText('Successfully changed role!')).toBeVisible()
  await expect(ada.getByText(`${bens} is now an admin`)).toBeVisible()
  await expect(rowOf(ada, bens)).toContainText('Admin')
  await expect(ben.getByRole('link', { name: 'Getting started' })).toBeVisible()
  await ben.goto('/settings/team')
  await expect(ben.getByRole('button', { name: 'Invite teammate' })).toBeVisible()

  await act(ada, bens, 'Remove admin permissions')
  await expect(ada.getByText(`${bens} is now a team member`)).toBeVisible()
  await expect(rowOf(ada, bens)).toContainText('Member')
  await expect(ben).toHaveURL('/settings/profile')
  await expect(ben.getByRole('link', { name: 'Getting started' })).toHaveCount(0)
})

test('a disabled user’s open page goes to login, and they cannot sign in', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada, OUTSIDE)
  const bens = await joinTeam(ben, ada)
  await expect(ben.getByText('No conversations')).toBeVisible()

  await ada.goto('/settings/team')
  await act(ada, bens, 'Disable user')
  await expect(ada.getByText('Successfully disabled user!')).toBeVisible()
  await expect(ben).toHaveURL(/\/login/)
  await expect(table(ada, 'Disabled users')).toContainText(bens)
  await expect(table(ada, 'Team')).not.toContainText(bens)
  await logIn(ben, bens)
  await expect(ben.getByText(/Your account is disabled/)).toBeVisible()

  await act(ada, bens, 'Enable user')
  await expect(ada.getByText('Successfully re-enabled user!')).toBeVisible()
  await expect(table(ada, 'Team')).toContainText(bens)
  await logIn(ben, bens)
  await expect(ben).toHaveURL(/\/conversations/)

  await act(ada, bens, 'Disable user')
  await expect(table(ada, 'Disabled users')).toContainText(bens)
  await act(ada, bens, 'Archive user')
  await expectAccessible(ada)
  await ada.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(ada.getByText('Successfully archived user!')).toBeVisible()
  await expect(rowOf(ada, bens)).toHaveCount(0)

  await ada.getByRole('button', { name: 'Show archived users (1)' }).click()
  await expect(table(ada, 'Archived users')).toContainText(bens)
  await expectAccessible(ada)
  await act(ada, bens, 'Restore user')
  await expect(ada.getByText('Successfully restored user!')).toBeVisible()
  await expect(table(ada, 'Team')).toContainText(bens)
  await expect(table(ada, 'Archived users')).toHaveCount(0)
  await logIn(ben, bens)
  await expect(ben).toHaveURL(/\/conversations/)
})

test('shows errors with a next step', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada, OUTSIDE)
  const bens = await joinTeam(ben, ada, OUTSIDE)
  await ada.goto('/settings/team')
  await ada.route(/\/api\/users\/\d+\//, (route) => route.fulfill({ status: 500 }))
  const generic = ada.getByText('Something went wrong. Please contact us or try again in a few minutes.')
  for (const [action, title] of [
    ['Disable user', 'Failed to disable user!'],
    ['Grant admin permissions', 'Failed to update role!'],
  ] as const) {
    await act(ada, bens, action)
    const notice = ada.getByRole('alert').filter({ hasText: title })
    await expect(notice).toContainText('Something went wrong.')
  }
  await expect(generic.first()).toBeVisible()

  await ada.route('**/api/user_invitations', (route) =>
    route.fulfill({ status: 429, json: { error: { status: 429, message: 'Slow down' } } }),
  )
  await ada.getByRole('button', { name: 'Invite teammate' }).click()
  const failure = ada.getByRole('alert').filter({ hasText: 'Failed to generate user invitation!' })
  await expect(failure).toContainText('Slow down')
  await expect(ada.getByText('Please upgrade to add more users!')).toHaveCount(0)

  const error = { status: 403, message: 'All seats are taken', code: 'plan_limit' }
  await ada.route('**/api/user_invitations', (route) => route.fulfill({ status: 403, json: { error } }))
  await ada.getByRole('button', { name: 'Invite teammate' }).click()
  const full = ada.getByRole('alert').filter({ hasText: 'Please upgrade to add more users!' })
  const upgrade = full.getByRole('link', { name: 'Upgrade subscription' })
  await expect(upgrade).toHaveAttribute('href', 'https://papercups.io/pricing')
})

test('sends invitations by email until the plan’s seats are used', async ({ install }) => {
  const { papercups, somebody } = await install({ USER_INVITATION_EMAIL_ENABLED: 'true', BILLING_ENABLED: 'true' })
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada, '/settings/team')
  const address = ada.getByLabel('Invite by email')
  const send = ada.getByRole('button', { name: 'Send invitation' })
  await send.click()
  await expect(ada.getByText('Email is required')).toBeVisible()
  await address.fill('ben at acme')
  await send.click()
  await expect(ada.getByText('Please enter a valid email address')).toBeVisible()
  await address.fill('ben@acme.test')
  await send.click()
  await expect(ada.getByText('Invitation was successfully sent to ben@acme.test!')).toBeVisible()
  await expect(address).toHaveValue('')
  await expectAccessible(ada)

  await ben.goto(await mailedLink(papercups, 'ben@acme.test', 'register'))
  await expect(ben.getByLabel('Email')).toHaveValue('ben@acme.test')
  await ben.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await ben.getByLabel('Confirm password').fill(PASSWORD)
  await ben.getByRole('button', { name: 'Register' }).click()
  await expect(ben.getByRole('navigation', { name: 'Main' })).toBeVisible()

  await ada.getByRole('button', { name: 'Invite teammate' }).click()
  const full = ada.getByRole('alert').filter({ hasText: 'Please upgrade to add more users!' })
  await expect(full).toContainText('seats')
  await expect(full.getByRole('link', { name: 'Upgrade subscription' })).toHaveAttribute('href', '/billing')
})

for (const [width, dark] of [
  [1280, true],
  [360, false],
] as const) {
  test(`the team page is accessible at ${width} pixels`, async ({ somebody }) => {
    const [ada, ben] = [await somebody({ width, dark }), await somebody()]
    await registerCompany(ada, OUTSIDE)
    const bens = await joinTeam(ben, ada, OUTSIDE)
    await ada.goto('/settings/team')
    const menu = rowOf(ada, bens).getByRole('button', { name: /^Actions for/ })
    await menu.focus()
    await ada.keyboard.press('Enter')
    await expect(ada.getByRole('menuitem', { name: 'Grant admin permissions' })).toBeVisible()
    await expectAccessible(ada)
    await ada.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await expectToFit(ada)
  })
}

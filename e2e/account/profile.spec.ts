import type { Page } from '@playwright/test'
import { codeFor } from '../authenticator.js'
import { mailedLink } from '../mail.js'
import { logIn, OUTSIDE, PASSWORD, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, failUntilClick, test } from '../story.js'

const section = (page: Page, title: string) =>
  page.getByRole('region').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })

test('edits name and picture, but not the email', async ({ somebody }) => {
  const ada = await somebody()
  const { email } = await registerCompany(ada, '/settings/profile')
  const profile = section(ada, 'Profile')
  await expect(ada.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(ada.getByLabel('Full name')).not.toBeEditable()

  await profile.getByRole('button', { name: 'Edit' }).click()
  await expect(ada.getByLabel('Email', { exact: true })).not.toBeEditable()
  await ada.getByLabel('Full name').fill('Somebody else')
  await profile.getByRole('button', { name: 'Cancel' }).click()
  await expect(ada.getByLabel('Full name')).toHaveValue('')

  await profile.getByRole('button', { name: 'Edit' }).click()
  await ada.getByLabel('Full name').fill('Ada Lovelace')
  await ada.getByLabel('Display name').fill('Ada')
  await ada.getByLabel('Profile image URL').fill(new URL('/favicon.svg', ada.url()).href)
  await profile.getByRole('button', { name: 'Save' }).click()
  await expect(ada.getByLabel('Full name')).not.toBeEditable()

  await ada.reload()
  await expect(ada.getByLabel('Full name')).toHaveValue('Ada Lovelace')
  await expect(ada.getByLabel('Display name')).toHaveValue('Ada')
  await expect(profile.locator('img')).toBeVisible()
})

test('a failed save shows the saved profile again', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, '/settings/profile')
  const refuse = { status: 500, json: { error: { status: 500, message: 'No such luck' } } }
  for (const path of ['**/api/profile', '**/api/user_settings']) {
    await ada.route(path, (route) => (route.request().method() === 'PUT' ? route.fulfill(refuse) : route.continue()))
  }
  await section(ada, 'Profile').getByRole('button', { name: 'Edit' }).click()
  await ada.getByLabel('Full name').fill('Ada Lovelace')
  await section(ada, 'Profile').getByRole('button', { name: 'Save' }).click()
  await expect(ada.getByLabel('Full name')).not.toBeEditable()
  await expect(ada.getByLabel('Full name')).toHaveValue('')
  await ada.getByLabel('Email alert on new message').click()
  await expect(ada.getByLabel('Email alert on new message')).not.toBeChecked()
  await expect(ada.getByText('No such luck')).toHaveCount(0)
})

test('turns alerts on and off one by one', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, '/settings/profile')
  const saved = ada.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
  await ada.getByLabel('Email alert on new conversation').click()
  await expect(ada.getByLabel('Email alert on new conversation')).toBeChecked()
  await saved
  await ada.reload()
  await expect(ada.getByLabel('Email alert on new conversation')).toBeChecked()
  await expect(ada.getByLabel('Email alert on new message')).not.toBeChecked()
})

test('keeps the chosen theme', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, '/settings/profile')
  const html = ada.locator('html')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  await ada.getByText('Dark', { exact: true }).click()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await ada.reload()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await ada.getByText('System', { exact: true }).click()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
})

test('verifies the email with a link, which can be sent again', async ({ somebody, papercups }) => {
  const ada = await somebody()
  const { email } = await registerCompany(ada, '/settings/profile')
  await expect(ada.getByText('Your email is not verified yet.')).toBeVisible()
  const first = await mailedLink(papercups, email, 'verify')
  await ada.getByRole('button', { name: 'Send the link again' }).click()
  await expect(ada.getByText('Please check your email')).toBeVisible()

  const elsewhere = await somebody()
  await expect.poll(() => mailedLink(papercups, email, 'verify')).not.toBe(first)
  await failUntilClick(elsewhere, '**/api/verify_email', (route) => route.abort())
  await elsewhere.goto(await mailedLink(papercups, email, 'verify'))
  await expect(elsewhere.getByRole('alert')).toHaveText(/server cannot be reached/)
  await elsewhere.getByRole('button', { name: 'Try again' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'Email verified!' })).toBeVisible()
  await expect(elsewhere.getByText('Thanks for verifying your email address')).toBeVisible()
  await expectAccessible(elsewhere)
  await ada.reload()
  await expect(ada.getByLabel('Full name')).toBeVisible()
  await expect(ada.getByText('Your email is not verified yet.')).toHaveCount(0)
})

test('uses a code from Google once and removes it from the URL', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const asked = ada.waitForRequest(/\/api\/google\/oauth\?/)
  await ada.goto('/settings/profile?code=4%2F0abc&scope=email')
  expect(new URL((await asked).url()).searchParams.get('code')).toBe('4/0abc')
  await expect(ada.getByText('Google is not set up on this server.')).toBeVisible()
  await expect(ada).toHaveURL(/\/settings\/profile$/)
})

test('signs in with a second factor, and with a recovery code', async ({ somebody }) => {
  const ada = await somebody()
  const { email } = await registerCompany(ada, '/settings/profile')
  await ada.getByRole('button', { name: 'Set up', exact: true }).click()
  const ask = ada.getByRole('dialog', { name: 'Set up two-factor sign-in' })
  await ask.getByLabel('Your password').fill('a wrong guess')
  await ask.getByRole('button', { name: 'Continue' }).click()
  await expect(ask.getByText('Wrong password')).toBeVisible()
  await expectAccessible(ada)
  await ask.getByLabel('Your password').fill(PASSWORD)
  await ask.getByRole('button', { name: 'Continue' }).click()
  await expect(ada.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessible(ada)
  const secret = (await section(ada, 'Two-factor sign-in').locator('code').innerText()).replaceAll(' ', '')
  await ada.getByLabel('Code', { exact: true }).fill('000000')
  await ada.getByRole('button', { name: 'Turn on' }).click()
  await expect(ada.getByText('Invalid code')).toBeVisible()
  await ada.getByLabel('Code', { exact: true }).fill(codeFor(secret))
  await ada.getByRole('button', { name: 'Turn on' }).click()
  const codes = ada.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.first().innerText()
  await expectAccessible(ada)
  await ada.getByRole('button', { name: 'I have saved them' }).click()
  await expect(ada.getByText('10 recovery codes left')).toBeVisible()

  const phone = await somebody({ width: 360, dark: true })
  await logIn(phone, email)
  await expect(phone.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectAccessible(phone)
  await phone.getByLabel('Authentication code').fill('123 456')
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByText('Invalid code')).toBeVisible()
  await phone.getByLabel('Authentication code').fill(codeFor(secret, 1))
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone).toHaveURL(/\/conversations/)

  const borrowed = await somebody()
  await logIn(borrowed, email)
  await borrowed.getByLabel('Authentication code').fill(recovery)
  await borrowed.getByRole('button', { name: 'Continue' }).click()
  await expect(borrowed).toHaveURL(/\/conversations/)
  await borrowed.goto('/settings/profile')
  await expect(borrowed.getByText('9 recovery codes left')).toBeVisible()

  await borrowed.getByRole('button', { name: 'Turn off' }).click()
  const dialog = borrowed.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('wrong password')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(dialog.getByText('Wrong password')).toBeVisible()
  await expectAccessible(borrowed)
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(section(borrowed, 'Two-factor sign-in').getByText('Off', { exact: true })).toBeVisible()
})

test('a session ended on another device ends at once', async ({ somebody }) => {
  const [ada, forgotten, third] = [await somebody(), await somebody(), await somebody()]
  const { email } = await registerCompany(ada, OUTSIDE)
  for (const page of [forgotten, third]) {
    await logIn(page, email)
    await expect(page.getByText('No conversations')).toBeVisible()
  }

  await ada.goto('/settings/profile')
  const sessions = section(ada, 'Active sessions')
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await expect(sessions.getByText('This device')).toHaveCount(1)
  await sessions
    .getByRole('button', { name: /^End session/ })
    .first()
    .click()
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: 'End all others' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions.getByRole('button')).toHaveCount(0)
  for (const page of [forgotten, third]) await expect(page).toHaveURL(/\/login/)
  await expect(ada).toHaveURL('/settings/profile')
})

for (const [width, dark] of [
  [1280, false],
  [360, true],
] as const) {
  test(`the profile page is accessible at ${width} pixels`, async ({ somebody }) => {
    const ada = await somebody({ width, dark })
    await registerCompany(ada, '/settings/profile')
    await expect(ada.getByText('This device')).toBeVisible()
    await expectAccessible(ada)
    await section(ada, 'Profile').getByRole('button', { name: 'Edit' }).click()
    await expectAccessible(ada)
    await expectToFit(ada)
  })
}

import type { Page } from '@playwright/test'
import { mailsTo } from '../mail.js'
import { OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, failUntilClick, test } from '../story.js'

const section = (page: Page, title: string) =>
  page.getByRole('region').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })
const press = (page: Page, title: string, button: string) =>
  section(page, title).getByRole('button', { name: button, exact: true }).click()

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('copies the account token', async ({ somebody }) => {
  const ada = await somebody()
  const { account_id } = await registerCompany(ada, OUTSIDE)
  await ada.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await ada.goto('/settings/account')
  await expect(ada.getByRole('heading', { level: 1, name: 'Account Overview' })).toBeVisible()
  await expect(ada.getByText(account_id)).toBeVisible()

  await ada.getByRole('button', { name: 'Copy account token' }).click()
  await expect(ada.getByText('Copied to clipboard!')).toBeVisible()
  expect(await ada.evaluate(() => navigator.clipboard.readText())).toBe(account_id)
})

test('the company is read-only until it is edited, and Cancel shows the saved values', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, '/settings/account')
  const name = ada.getByLabel('Company name')
  const logo = ada.getByLabel('Company logo URL')
  await expect(name).toHaveValue('Acme')
  await expect(name).not.toBeEditable()
  await expect(section(ada, 'Company').getByRole('button')).toHaveText(['Edit'])

  await press(ada, 'Company', 'Edit')
  await name.fill('Something else')
  await press(ada, 'Company', 'Cancel')
  await expect(name).toHaveValue('Acme')

  await press(ada, 'Company', 'Edit')
  await name.fill('  ')
  await press(ada, 'Company', 'Save')
  await expect(ada.getByText('Company name is required')).toBeVisible()
  await name.fill('Acme & Daughters')
  const picture = new URL('/favicon.svg', ada.url()).href
  await logo.fill(picture)
  await expect(section(ada, 'Company').locator('img')).toHaveAttribute('src', picture)
  await press(ada, 'Company', 'Save')
  await expect(name).not.toBeEditable()

  await ada.reload()
  await expect(name).toHaveValue('Acme & Daughters')
  await expect(logo).toHaveValue(picture)
  const preview = section(ada, 'Company').locator('img')
  await expect(preview).toHaveCSS('border-radius', '50%')
})

test('a failed save shows the saved values again', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, '/settings/account')
  const logged: string[] = []
  ada.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  await ada.route('**/api/accounts/me', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 422, json: { error: { status: 422, message: 'No such luck' } } })
      : route.continue(),
  )

  await press(ada, 'Company', 'Edit')
  await ada.getByLabel('Company name').fill('Globex')
  await press(ada, 'Company', 'Save')
  await expect(ada.getByLabel('Company name')).toHaveValue('Acme')
  await expect(ada.getByLabel('Company name')).not.toBeEditable()
  await press(ada, 'Working hours', 'Edit')
  await choose(ada, 'Days', 'Weekends')
  await press(ada, 'Working hours', 'Save')
  await expect(ada.getByRole('combobox', { name: 'Days', exact: true })).toHaveValue('Every day')
  await expect(section(ada, 'Working hours').getByRole('button')).toHaveText(['Edit'])

  await expect.poll(() => logged.filter((line) => line.includes('No such luck')).length).toBe(2)
  await expect(ada.getByText('No such luck')).toHaveCount(0)
})

test('working hours start with all day in the browser’s time zone', async ({ somebody }) => {
  const ada = await somebody({ timezoneId: 'America/New_York' })
  await registerCompany(ada, '/settings/account')
  const field = (name: string) => ada.getByRole('combobox', { name, exact: true })
  await expect(field('Time zone')).toHaveValue('(GMT-5) Eastern Time: New York, Toronto')
  await expect(field('Days')).toHaveValue('Every day')
  await expect(field('From')).toHaveValue('12:00 am')
  await expect(field('To')).toHaveValue('11:59 pm')

  await press(ada, 'Working hours', 'Edit')
  await field('From').click()
  await expect(ada.getByRole('option')).toHaveCount(48)
  await ada.getByRole('option', { name: '11:00 pm', exact: true }).click()
  await field('To').click()
  await expect(ada.getByRole('option')).toHaveText(['11:30 pm', '11:59 pm'])
  await ada.keyboard.press('Escape')
  await choose(ada, 'From', '9:00 am')
  await choose(ada, 'To', '5:30 pm')
  await choose(ada, 'Days', 'Weekdays')
  await field('Time zone').click()
  await expectAccessible(ada)
  await field('Time zone').fill('lisbon')
  await ada.getByRole('option', { name: '(GMT) Lisbon' }).click()
  await ada.getByRole('button', { name: 'Add hours' }).click()
  await choose(ada, 'Days, row 2', 'Saturday')
  await press(ada, 'Working hours', 'Save')
  await expect(ada.getByRole('button', { name: 'Add hours' })).toHaveCount(0)

  await ada.reload()
  await expect(field('Time zone')).toHaveValue('(GMT) Lisbon')
  await expect(field('Days')).toHaveValue('Weekdays')
  await expect(field('From')).toHaveValue('9:00 am')
  await expect(field('To')).toHaveValue('5:30 pm')
  await expect(field('Days, row 2')).toHaveValue('Saturday')
})

test('reminders accept only whole numbers', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, '/settings/account')
  const [hours, count] = [ada.getByLabel('Hours between reminders'), ada.getByLabel('Maximum number of reminders')]
  await expect(hours).toHaveValue('72')
  await expect(count).toHaveValue('3')
  await expect(ada.getByLabel('Enable conversation reminders')).toBeDisabled()

  await press(ada, 'Conversation reminders', 'Edit')
  await ada.getByLabel('Enable conversation reminders').check()
  await hours.clear()
  await hours.pressSequentially('2.4e-h')
  await expect(hours).toHaveValue('24')
  await count.fill('0')
  await press(ada, 'Conversation reminders', 'Save')
  await expect(ada.getByText('At least 1')).toBeVisible()
  await count.fill('101')
  await expect(ada.getByText('At most 100')).toBeVisible()
  await count.fill('5')
  await press(ada, 'Conversation reminders', 'Save')
  await expect(hours).not.toBeEditable()

  await ada.reload()
  await expect(ada.getByLabel('Enable conversation reminders')).toBeChecked()
  await expect(hours).toHaveValue('24')
  await expect(count).toHaveValue('5')
})

test('emails are in the chosen language', async ({ somebody, papercups }) => {
  const ada = await somebody()
  const { email } = await registerCompany(ada, '/settings/account')
  const language = ada.getByRole('combobox', { name: 'Language of emails' })
  await expect(language).toHaveValue('English')
  await press(ada, 'Emails', 'Edit')
  await choose(ada, 'Language of emails', 'Français')
  await press(ada, 'Emails', 'Cancel')
  await expect(language).toHaveValue('English')

  await press(ada, 'Emails', 'Edit')
  await choose(ada, 'Language of emails', 'العربية')
  await press(ada, 'Emails', 'Save')
  await expect(section(ada, 'Emails').getByRole('button')).toHaveText(['Edit'])
  await ada.reload()
  await expect(language).toHaveValue('العربية')

  const grace = await somebody()
  await grace.goto('/reset-password')
  await grace.getByLabel('Email').fill(email)
  await grace.getByRole('button', { name: 'Send the link' }).click()
  await expect(grace).toHaveURL(/reset-password-requested/)
  await expect
    .poll(() => mailsTo(papercups, email))
    .toContainEqual(
      expect.objectContaining({ subject: 'إعادة تعيين كلمة المرور', html: expect.stringContaining('dir="rtl"') }),
    )
})

test('shows an error when the server does not answer', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  await failUntilClick(ada, '**/api/accounts/me')
  await ada.goto('/settings/account')
  await expect(ada.getByText('Error retrieving account')).toBeVisible()
  await ada.getByRole('button', { name: 'Try again' }).click()
  await expect(ada.getByLabel('Company name')).toHaveValue('Acme')
})

for (const [width, dark] of [
  [1280, false],
  [360, true],
] as const) {
  test(`the account page is accessible at ${width} pixels`, async ({ somebody }) => {
    const ada = await somebody({ width, dark })
    await registerCompany(ada, '/settings/account')
    await expect(ada.getByLabel('Company name')).toBeVisible()
    await expectAccessible(ada)
    for (const title of ['Company', 'Working hours', 'Conversation reminders', 'Emails'])
      await press(ada, title, 'Edit')
    await expectAccessible(ada)
    await expectToFit(ada)
  })
}

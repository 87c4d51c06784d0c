import type { Page } from '@playwright/test'
import { startMailServer } from '../mail-server.js'
import { mailedLink } from '../mail.js'
import { HOME, logIn, menu, PASSWORD, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

const TRY_AGAIN = 'Something went wrong! Try again in a few minutes.'

test('registers, signs out and signs in again', async ({ somebody }) => {
  const ada = await somebody()
  const email = `ada-${process.pid}@founders.test`
  await ada.goto('/register')
  await ada.getByLabel('Company name').fill('Acme')
  await ada.getByLabel('Email').fill(email)
  await ada.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await ada.getByLabel('Confirm password').fill(PASSWORD)
  await ada.getByRole('button', { name: 'Register' }).click()
  await expect(ada).toHaveURL('/getting-started')
  await ada.getByRole('button', { name: 'Log out' }).click()
  await expect(ada).toHaveURL(/\/login/)

  await ada.getByLabel('Email').fill(email)
  await ada.getByLabel('Password', { exact: true }).fill('wrong password')
  await ada.getByRole('button', { name: 'Log in' }).click()
  await expect(ada.getByText('Invalid email or password')).toBeVisible()
  await ada.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await ada.getByRole('button', { name: 'Log in' }).click()
  await expect(ada).toHaveURL(/\/conversations/)
})

test('names missing fields on submit, and checks a field again on blur', async ({ somebody }) => {
  const page = await somebody()
  await page.goto('/register')
  await page.getByRole('button', { name: 'Register' }).click()
  for (const text of ['Company name is required', 'Email is required', 'Password is required']) {
    await expect(page.getByText(text)).toBeVisible()
  }
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Password', { exact: true }).blur()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
})

test('redirects to the login page and back after signing in', async ({ somebody }) => {
  const ada = await somebody()
  const { email } = await registerCompany(ada)
  const elsewhere = await somebody()
  await elsewhere.goto('/conversations/closed?x=1')
  await expect(elsewhere).toHaveURL(/\/login\?redirect=/)
  await elsewhere.getByLabel('Email').fill(email)
  await elsewhere.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await elsewhere.getByRole('button', { name: 'Log in' }).click()
  await expect(elsewhere).toHaveURL(/\/conversations\/closed\?x=1$/)

  await elsewhere.goto('/nowhere/at/all')
  await expect(elsewhere).toHaveURL(/\/conversations\/all/)
})

test('a redirect never leads to another site', async ({ somebody }) => {
  const ada = await somebody()
  const { email } = await registerCompany(ada)
  for (const redirect of ['//evil.example/x', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    const page = await somebody()
    await page.goto(`/login?redirect=${encodeURIComponent(redirect)}`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/localhost:\d+\/conversations/)
  }
})

test('links between login and registration keep the redirect', async ({ somebody }) => {
  const page = await somebody()
  await page.goto('/login?redirect=%2Fconversations%2Fclosed')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign up!' }).click()
  await expect(page).toHaveURL('/register?redirect=%2Fconversations%2Fclosed')
  await page.getByRole('link', { name: 'Log in!' }).click()
  await expect(page).toHaveURL('/login?redirect=%2Fconversations%2Fclosed')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/reset-password')

  await page.goto('/register?redirect=%2Fconversations%2Fclosed&email=zoe%40acme.test')
  await expect(page.getByLabel('Email')).toHaveValue('zoe@acme.test')
  await page.getByLabel('Company name').fill('Acme')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill('another one')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Password confirmation does not match')).toBeVisible()
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL('/conversations/closed')
})

test('refuses an unknown invitation, and reports an email that is taken', async ({ somebody }) => {
  const [ada, zoe] = [await somebody(), await somebody()]
  const { email } = await registerCompany(ada)
  await zoe.goto('/register/5f0c1c2e-8a3f-4c1d-9d7b-0a1b2c3d4e5f')
  const register = async (address: string) => {
    await zoe.getByLabel('Email').fill(address)
    await zoe.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await zoe.getByLabel('Confirm password').fill(PASSWORD)
    await zoe.getByRole('button', { name: 'Register' }).click()
  }
  await register('zoe-2@acme.test')
  await expect(zoe.getByRole('alert')).toHaveText('Invalid invitation token')
  await expect(zoe.getByLabel('Email')).toHaveValue('zoe-2@acme.test')

  await zoe.goto('/register')
  await zoe.getByLabel('Company name').fill('Globex')
  await register(email)
  await expect(zoe.getByRole('alert')).toHaveText("Couldn't create user")
  await expect(zoe.getByText('Email has already been taken')).toBeVisible()
})

test('shows a generic error if the server sends none', async ({ somebody }) => {
  const page = await somebody()
  const broken = { status: 500, json: { errors: { detail: 'Internal Server Error' } } }
  await page.route('**/api/session', (route) => route.fulfill(broken))
  await logIn(page, 'ada@acme.test')
  await expect(page.getByRole('alert')).toHaveText('Invalid credentials')
  await expect(page.getByLabel('Email')).toHaveValue('ada@acme.test')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled()

  await page.goto('/reset-password')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill('ada@acme.test')
  for (const [answer, text] of [
    [broken, TRY_AGAIN],
    [{ status: 200, json: { data: { ok: false } } }, TRY_AGAIN],
    [{ status: 429, json: { error: { status: 429, message: 'Slow down' } } }, 'Slow down'],
  ] as const) {
    await page.route('**/api/reset_password', (route) => route.fulfill(answer))
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('alert')).toHaveText(text)
  }
})

test('resets a forgotten password and ends sessions of the old one', async ({ somebody, papercups }) => {
  const [ada, elsewhere] = [await somebody(), await somebody()]
  const { email } = await registerCompany(elsewhere)
  await ada.goto('/reset-password')
  await ada.getByLabel('Email').fill(email)
  await ada.getByRole('button', { name: 'Send the link' }).click()
  await expect(ada).toHaveURL('/reset-password-requested')
  await expect(ada.getByRole('heading', { name: 'Please check your email' })).toBeVisible()
  await expect(ada.getByText(/a link to reset the password/)).toBeVisible()
  await expect(ada.getByText(/spam/)).toBeVisible()
  await ada.getByRole('link', { name: 'Back to login' }).click()
  await expect(ada).toHaveURL('/login')

  const link = await mailedLink(papercups, email, 'reset')
  await ada.goto(link)
  const submit = ada.getByRole('button', { name: 'Reset password' })
  await submit.click()
  await expect(ada.getByText('Password is required')).toBeVisible()
  await ada.getByLabel('New password').fill('short')
  await ada.getByLabel('Confirm password').fill('shorter')
  await ada.getByLabel('Confirm password').blur()
  await expect(ada.getByText('Password must be at least 8 characters')).toBeVisible()
  await expect(ada.getByText('Password confirmation does not match')).toBeVisible()
  await ada.getByLabel('New password').fill('an even better horse')
  await ada.getByLabel('Confirm password').fill('an even better horse')
  await submit.click()
  await expect(ada).toHaveURL(/\/conversations/)
  await expect(elsewhere).toHaveURL(/\/login/)

  await logIn(elsewhere, email)
  await expect(elsewhere.getByText('Invalid email or password')).toBeVisible()
  // The link format of older emails, with a used link.
  await elsewhere.goto(link.replace('/reset', '/reset-password'))
  await elsewhere.getByLabel('New password').fill('the thirdmost horse')
  await elsewhere.getByLabel('Confirm password').fill('the thirdmost horse')
  await elsewhere.getByRole('button', { name: 'Reset password' }).click()
  await expect(elsewhere.getByRole('alert')).toHaveText(/invalid or expired/i)
})

test('pages that need a token show an error without one', async ({ somebody }) => {
  const page = await somebody()
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await page.goto('/reset')
  await expect(page.getByRole('alert')).toHaveText('Invalid reset token!')
  await expect(page.getByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/reset-password')
  await expect(page.getByLabel('New password')).toHaveCount(0)
  await page.goto('/verify')
  await expect(page.getByRole('heading', { name: 'Email verification failed.' })).toBeVisible()
  await expect(page.getByText('Something went wrong.')).toBeVisible()
  expect(calls.filter((url) => url.includes('/api/verify_email'))).toEqual([])
  await page.goto('/verify?token=nobody-made-this')
  await expect(page.getByRole('heading', { name: 'Email verification failed.' })).toBeVisible()
})

test('where emails are sent, the emailed link and the password finish a registration', async ({ install }) => {
  const mails = await startMailServer()
  const { papercups, somebody } = await install({ SMTP_URL: mails.url, DISABLE_EMAIL_VALIDITY_CHECK: 'true' })
  const [ada, elsewhere] = [await somebody(), await somebody({ width: 360, height: 740, dark: true })]
  const register = async (page: Page, path = '/register') => {
    await page.goto(path)
    await page.getByLabel('Company name').fill('Acme')
    await page.getByLabel('Email').fill('ada@founders.test')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await expect(page.getByText('We sent an email to ada@founders.test')).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)
  }
  await register(ada, '/register?redirect=%2Ftags')
  await ada.getByRole('button', { name: 'Change it' }).click()
  await expect(ada.getByLabel('Email')).toHaveValue('ada@founders.test')

  const link = await mails.linkTo('ada@founders.test', 'Finish your registration')
  // The email may be opened on another device.
  await elsewhere.goto(link.replace(papercups.url, ''))
  const finish = elsewhere.getByRole('button', { name: 'Finish registration' })
  await finish.click()
  await expect(elsewhere.getByText('Password is required')).toBeVisible()
  await elsewhere.getByLabel('Password', { exact: true }).fill('not the password')
  await finish.click()
  await expect(elsewhere.getByRole('alert')).toHaveText('Wrong password')
  await expect(elsewhere.getByText('Password is not the one that you chose')).toBeVisible()
  await expectAccessible(elsewhere)
  await expectToFit(elsewhere)
  await elsewhere.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await finish.click()
  await expect(elsewhere).toHaveURL('/tags')
  await expect(menu(elsewhere)).toBeVisible()

  // The link is used up, and the email is taken: the page says what it said before.
  await ada.goto(link.replace(papercups.url, ''))
  await ada.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await ada.getByRole('button', { name: 'Finish registration' }).click()
  await expect(ada.getByRole('alert')).toHaveText('Invalid or expired registration link')
  await register(ada)
  await ada.goto(await mails.linkTo('ada@founders.test', 'You already have an account'))
  await ada.getByLabel('Email').fill('ada@founders.test')
  await ada.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await ada.getByRole('button', { name: 'Log in' }).click()
  await expect(ada).toHaveURL(HOME)
  await mails.stop()
})

test('a registration link without a token leads back to the registration', async ({ somebody }) => {
  const page = await somebody()
  await page.goto('/register/confirm')
  await expect(page.getByRole('alert')).toHaveText('Invalid registration link!')
  await page.getByRole('link', { name: 'Register again' }).click()
  await expect(page).toHaveURL('/register')
})

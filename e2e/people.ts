import type { Page } from '@playwright/test'
import { randomInt } from 'node:crypto'
import { expect } from './story.js'

export const PASSWORD = 'correct horse battery'

/** The first page after signing in. */
export const HOME = '/conversations/all'

/** A page of our origin without our scripts, for writing to its storage. */
export const OUTSIDE = '/health'

export const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

let people = 0
const uniqueEmail = (name: string) => `${name}-${process.pid}-${(people += 1)}@acme.test`

/** A random IP for each person, because the server limits registrations per IP. */
export const randomIp = () => `10.${[0, 0, 0].map(() => randomInt(256)).join('.')}`

/** Registers a company through the API and opens the given page. */
export async function registerCompany(page: Page, at = HOME) {
  const email = uniqueEmail('ada')
  await register(page, { company_name: 'Acme', email })
  await enter(page, at)
  const { account_id } = await call<{ account_id: string }>(page, '/api/me')
  return { email, account_id }
}

/** Joins an account with an admin's invitation. Returns the email. */
export async function joinTeam(page: Page, admin: Page, at = HOME): Promise<string> {
  const email = uniqueEmail('ben')
  const { id } = await call<{ id: string }>(admin, '/api/user_invitations', { data: { user_invitation: {} } })
  await register(page, { invite_token: id, email })
  await enter(page, at)
  return email
}

async function enter(page: Page, at: string) {
  if (at === OUTSIDE) return
  await page.goto(at)
  await expect(menu(page)).toBeVisible()
}

async function register(page: Page, membership: { email: string; company_name?: string; invite_token?: string }) {
  const user = { ...membership, password: PASSWORD, password_confirmation: PASSWORD }
  const headers = { 'x-forwarded-for': randomIp() }
  const answer = await page.request.post('/api/registration', { data: { user }, headers })
  expect(answer.ok()).toBe(true)
  const { data } = (await answer.json()) as { data: { token: string; renew_token: string } }
  await page.goto(OUTSIDE)
  const session = { token: data.token, renew_token: data.renew_token, id: membership.email }
  await page.evaluate((value) => localStorage.setItem('papercups.session', value), JSON.stringify(session))
}

/** Creates an invitation link on the team page. */
export async function inviteLink(admin: Page): Promise<string> {
  await admin.goto('/settings/team')
  await admin.getByRole('button', { name: 'Invite teammate' }).click()
  return admin.getByLabel('Invite URL', { exact: true }).inputValue()
}

/** Signs in on the login page. */
export async function logIn(page: Page, email: string, password = PASSWORD) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** An API call with the token of the signed-in user. With data the default method is POST. */
export async function call<T = unknown>(page: Page, path: string, options: { data?: object; method?: string } = {}) {
  const method = options.method ?? (options.data ? 'POST' : 'GET')
  const authorization = await page.evaluate(() => JSON.parse(localStorage.getItem('papercups.session') ?? '{}').token)
  const answer = await page.request.fetch(path, { ...options, method, headers: { authorization } })
  expect(answer.ok()).toBe(true)
  return ((await answer.json()) as { data: T }).data
}

/** Creates a named customer and a conversation. */
export async function knows(ada: Page, account_id: string, customer: { name: string; email: string }) {
  const data = { customer: { ...customer, account_id } }
  const { id } = await call<{ id: string }>(ada, '/api/customers', { data })
  await call(ada, '/api/conversations', { data: { conversation: { customer_id: id, account_id } } })
}

/** The chat frame on a visitor's page. */
export const chat = (visitor: Page) => visitor.frameLocator('iframe.Papercups-chatWindowContainer')

/** A visitor on the demo page opens the chat. */
export async function opensChat(visitor: Page, account_id: string) {
  await visitor.goto(`/demo?token=${account_id}`)
  await visitor.getByRole('button', { name: 'Open chat widget' }).click()
  await expect(chat(visitor).getByLabel('Message', { exact: true })).toBeVisible()
}

export async function says(visitor: Page, body: string) {
  const message = chat(visitor).getByLabel('Message', { exact: true })
  await message.fill(body)
  await message.press('Enter')
}

/** A visitor on the demo page writes to the company. */
export async function writes(visitor: Page, account_id: string, body: string) {
  await opensChat(visitor, account_id)
  await says(visitor, body)
}

/** Navigates inside the open dashboard, without a page load. */
export async function goes(page: Page, path: string) {
  await page.evaluate(async (to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  }, path)
}

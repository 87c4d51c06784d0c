import type { Page } from '@playwright/test'
import { randomInt } from 'node:crypto'
import { expect } from './story.js'

export const PASSWORD = 'correct horse battery'

/** Where somebody who is signed in ends up. */
export const HOME = '/conversations/all'

/** Any page of ours that runs no script of ours: what it stores belongs to the whole site. */
export const OUTSIDE = '/health'

export const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

let people = 0
const addressFor = (name: string) => `${name}-${process.pid}-${(people += 1)}@acme.test`

/** So many people do not come from one house: the server limits that. */
export const addressOfTheirOwn = () => `10.${[0, 0, 0].map(() => randomInt(256)).join('.')}`

/** Founds a company, without the way through its page: a story begins where it wants to. */
export async function registerCompany(page: Page, at = HOME) {
  const email = addressFor('ada')
  await register(page, { company_name: 'Acme', email })
  await enter(page, at)
  const { account_id } = await call<{ account_id: string }>(page, '/api/me')
  return { email, account_id }
}

/** Follows an admin's invitation into their account. Returns the address to sign in with. */
export async function joinTeam(page: Page, admin: Page, at = HOME): Promise<string> {
  const email = addressFor('ben')
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
  const headers = { 'x-forwarded-for': addressOfTheirOwn() }
  const answer = await page.request.post('/api/registration', { data: { user }, headers })
  expect(answer.ok()).toBe(true)
  const { data } = (await answer.json()) as { data: { token: string; renew_token: string } }
  await page.goto(OUTSIDE)
  const session = { token: data.token, renew_token: data.renew_token, id: membership.email }
  await page.evaluate((value) => localStorage.setItem('papercups.session', value), JSON.stringify(session))
}

/** Makes a link as an admin, on the team page. */
export async function inviteLink(admin: Page): Promise<string> {
  await admin.goto('/settings/team')
  await admin.getByRole('button', { name: 'Invite teammate' }).click()
  return admin.getByLabel('Invite URL', { exact: true }).inputValue()
}

/** Through the page, from wherever they are. */
export async function logIn(page: Page, email: string, password = PASSWORD) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** A call with the token of whoever is signed in on the page; with data it is a POST, if nothing else is said. */
export async function call<T = unknown>(page: Page, path: string, options: { data?: object; method?: string } = {}) {
  const method = options.method ?? (options.data ? 'POST' : 'GET')
  const authorization = await page.evaluate(() => JSON.parse(localStorage.getItem('papercups.session') ?? '{}').token)
  const answer = await page.request.fetch(path, { ...options, method, headers: { authorization } })
  expect(answer.ok()).toBe(true)
  return ((await answer.json()) as { data: T }).data
}

/** A customer with a name, and a conversation with them. */
export async function knows(ada: Page, account_id: string, customer: { name: string; email: string }) {
  const data = { customer: { ...customer, account_id } }
  const { id } = await call<{ id: string }>(ada, '/api/customers', { data })
  await call(ada, '/api/conversations', { data: { conversation: { customer_id: id, account_id } } })
}

/** The chat of a visitor's page. */
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

/** Inside the dashboard that is open, as a link would: no page is loaded anew. */
export async function goes(page: Page, path: string) {
  await page.evaluate(async (to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  }, path)
}

import type { Page } from '@playwright/test'
import { expect, PASSWORD } from './story.js'

let teammates = 0

/** Makes a link as an admin, on the team page. */
export async function inviteLink(admin: Page): Promise<string> {
  await admin.goto('/settings/team')
  await admin.getByRole('button', { name: 'Invite teammate' }).click()
  return admin.getByLabel('Invite URL', { exact: true }).inputValue()
}

/** Follows an admin's link into their account. Returns the address to sign in with. */
export async function joinTeam(page: Page, admin: Page): Promise<string> {
  teammates += 1
  const email = `ben-${process.pid}-${teammates}@acme.test`
  await page.goto(await inviteLink(admin))
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  return email
}

/** Through the page, from wherever they are. */
export async function logIn(page: Page, email: string, password = PASSWORD) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

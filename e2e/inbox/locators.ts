import type { Page } from '@playwright/test'

export const list = (page: Page) => page.locator('section[aria-labelledby="list-title"]')
export const rows = (page: Page) => list(page).getByRole('listitem')
export const row = (page: Page, text: string | RegExp) => rows(page).filter({ hasText: text })
export const bucket = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name })
export const history = (page: Page) => page.getByLabel('Messages', { exact: true })

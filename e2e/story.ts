import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Papercups } from './server.js'

export { expect }

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Fixtures {
  /** Somebody at their own machine: nothing is shared with the others. */
  somebody: (options?: { width?: number; height?: number; dark?: boolean }) => Promise<Page>
}

/** Each worker has a server of its own; a story registers the company that it needs. */
export const test = base.extend<Fixtures, { papercups: Papercups }>({
  papercups: [
    async ({}, use) => {
      const papercups = await Papercups.start()
      await use(papercups)
      await papercups.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  async somebody({ browser, papercups }, use) {
    const contexts: BrowserContext[] = []
    await use(async ({ width = 1280, height = 800, dark = false } = {}) => {
      const context = await browser.newContext({
        baseURL: papercups.url,
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
      })
      contexts.push(context)
      const page = await context.newPage()
      page.on(
        'pageerror',
        (error) => contexts.includes(context) && expect.soft(error, 'an error on the page').toBeUndefined(),
      )
      return page
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

let companies = 0
export const PASSWORD = 'correct horse battery'

/** Through the page, as a person does it. Returns the address to sign in with. */
export async function registerCompany(page: Page) {
  companies += 1
  const email = `ada-${process.pid}-${companies}@acme.test`
  await page.goto('/register')
  await page.getByLabel('Company name').fill('Acme')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL('/getting-started')
  await page.goto('/conversations/all')
  await expect(page.getByText('No conversations')).toBeVisible()
  return email
}

/** The account that a signed-in page belongs to. */
export async function accountOf(page: Page): Promise<string> {
  const me = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/api/me') && response.ok()),
    page.reload(),
  ])
  return (await me[0].json()).data.account_id
}

/** No violation of the accessibility rules, in whatever the page shows now. */
export async function expectAccessible(page: Page) {
  // Each frame is asked by itself; a sandboxed one runs no script, and what it shows is not ours.
  for (const frame of page.frames().filter((frame) => frame.url() !== 'about:srcdoc')) {
    await frame.evaluate(AXE)
    const found = await frame.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: {
          run(
            root: Document,
            options: object,
          ): Promise<{ violations: Array<{ id: string; nodes: Array<{ html: string }> }> }>
        }
      }
      const { violations } = await axe.run(document, { iframes: false })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
    })
    expect(found).toEqual([])
  }
}

import type { Browser, BrowserContext } from 'playwright-core'
import type { Company } from './ground.js'

export interface OpeningPlaces {
  server: string
  /** A page that our recorder records. */
  recorded: string
  /** A page with a link to one that replays a snapshot of the same page from a file. */
  replayed: string
}

/** The time until an agent sees the page of a visitor, and the time of drawing the same snapshot from a file. */
export async function prepareOpening(
  browser: Browser,
  { server, recorded, replayed }: OpeningPlaces,
  company: Company,
) {
  const visitor = await browser.newContext()
  const page = await visitor.newPage()
  await page.goto(recorded)
  await page.waitForFunction('window.Storytime && window.Storytime.initialized')
  const agent = await signIn(browser, server, company)
  return {
    ours: () => timeOf(agent, `${server}/sessions/list`, isDrawnInPlayer),
    limit: () => timeOf(agent, replayed, 'window.isDrawn'),
    async close() {
      await agent.close()
      await visitor.close()
    },
  }
}

async function signIn(browser: Browser, server: string, { token, renew_token }: Company) {
  // Playwright waits with `eval`, which the pages forbid.
  const context = await browser.newContext({ bypassCSP: true })
  const page = await context.newPage()
  await page.goto(`${server}/health`)
  const session = JSON.stringify({ token, renew_token, id: 'ada' })
  await page.evaluate((value) => localStorage.setItem('papercups.session', value), session)
  await page.close()
  return context
}

/** The recorded page is two frames deep. */
const isDrawnInPlayer = `document.querySelector('iframe')?.contentDocument
  ?.querySelector('iframe')?.contentDocument?.querySelectorAll('li').length > 0`

/** From the click on the link until the page is drawn. Both have to load the replayer. */
async function timeOf(context: BrowserContext, start: string, isDrawn: string) {
  const page = await context.newPage()
  try {
    await page.goto(start)
    const link = page.getByRole('link', { name: 'View live' })
    await link.waitFor()
    await page.waitForLoadState('networkidle')
    const begun = performance.now()
    await link.click()
    await page.waitForFunction(isDrawn)
    return performance.now() - begun
  } finally {
    await page.close()
  }
}

import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type Page,
  type Response,
  type Route,
} from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Site } from './embeds/site.js'
import { Papercups } from './server.js'

export { expect }

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Machine {
  width?: number
  height?: number
  dark?: boolean
  timezoneId?: string
}
/** Opens a page in a separate browser profile. */
type Somebody = (machine?: Machine) => Promise<Page>

export interface Fixtures {
  somebody: Somebody
  /** Starts a separate server with other settings. */
  install: Install
  /** Tests of a worker that ask for the same settings share the server. */
  installOnce: Install
}
type Install = (env: Record<string, string>) => Promise<{ papercups: Papercups; somebody: Somebody }>

export interface WorkerFixtures {
  papercups: Papercups
  site: Site
  /** By settings. */
  shared: Map<string, Papercups>
}

/**
 * Each worker has its own server. Each test registers the company it needs. A test may kill the server if it starts it
 * again. If it fails in between, the next one has a new worker.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  papercups: [
    async ({}, use) => {
      const papercups = await Papercups.start()
      await use(papercups)
      await papercups.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // Here and not beside its helpers: scenarios with other worker fixtures run in other workers, with servers of their own.
  site: [
    async ({}, use) => {
      const site = await Site.open()
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  shared: [
    async ({}, use) => {
      const shared = new Map<string, Papercups>()
      await use(shared)
      for (const papercups of shared.values()) await papercups.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  async somebody({ browser, papercups }, use) {
    const machines = new Machines(browser, papercups.url)
    await use((machine) => machines.open(machine))
    await machines.close()
  },
  async install({ browser }, use) {
    const installed: Array<{ papercups: Papercups; machines: Machines }> = []
    await use(async (env) => {
      const papercups = await Papercups.start(env)
      const machines = new Machines(browser, papercups.url)
      installed.push({ papercups, machines })
      return { papercups, somebody: (machine) => machines.open(machine) }
    })
    for (const { papercups, machines } of installed) {
      await machines.close()
      await papercups.stop()
    }
  },
  async installOnce({ browser, shared }, use) {
    const opened: Machines[] = []
    await use(async (env) => {
      const settings = JSON.stringify(env)
      const papercups = shared.get(settings) ?? (await Papercups.start(env))
      shared.set(settings, papercups)
      const machines = new Machines(browser, papercups.url)
      opened.push(machines)
      return { papercups, somebody: (machine) => machines.open(machine) }
    })
    for (const machines of opened) await machines.close()
  },
})

const isRejectedList = (response: Response) =>
  response.status() === 400 &&
  response.request().method() === 'GET' &&
  /\/api\/(conversations|customers|messages)(\/count|\/export)?(\?|$)/.test(response.url())

class Machines {
  readonly #browser: Browser
  readonly #url: string
  #open: BrowserContext[] = []

  constructor(browser: Browser, url: string) {
    this.#browser = browser
    this.#url = url
  }

  async open({ width = 1280, height = 800, dark = false, timezoneId }: Machine = {}) {
    const context = await this.#browser.newContext({
      baseURL: this.#url,
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
      // Without reduced motion the contrast would be measured during a fade.
      reducedMotion: 'reduce',
      ...(timezoneId && { timezoneId }),
    })
    this.#open.push(context)
    const page = await context.newPage()
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const [, , topic, event] = JSON.parse(String(payload)) as string[]
        if (topic?.startsWith('notification:') && event === 'phx_reply') hearing.add(page)
      }),
    )
    // Lists answer 400 to an unknown filter, so our pages must not send one.
    page.on(
      'response',
      (response) => isRejectedList(response) && expect.soft(response.url(), 'rejected with 400').toBeUndefined(),
    )
    const causes: string[] = []
    await page.addInitScript(describeCauses)
    page.on('console', (line) => line.text().startsWith('Caused by') && causes.push(line.text()))
    page.on(
      'pageerror',
      (error) => this.#open.includes(context) && expect.soft({ error, causes }, 'on the page').toBeUndefined(),
    )
    return page
  }

  async close() {
    const open = this.#open
    this.#open = []
    await Promise.all(open.map((context) => context.close()))
  }
}

/** React wraps an error that it recovered from, and a browser reports only the wrapper. */
function describeCauses() {
  addEventListener('error', ({ error }: ErrorEvent) => {
    if (error instanceof Error && error.cause)
      console.error('Caused by', error.cause instanceof Error ? error.cause.stack : error.cause)
  })
}

const hearing = new WeakSet<Page>()

/** Waits until the dashboard has joined its topic and receives pushes. */
export const expectToHear = (page: Page) => expect.poll(() => hearing.has(page)).toBe(true)

/** Checks the current page for accessibility violations. */
export async function expectAccessible(page: Page) {
  // Each frame is checked separately. A frame without a URL is an email, which is not ours, or has not loaded yet.
  for (const frame of page.frames().filter((frame) => frame.url().startsWith('http'))) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(AXE)
    await frame.evaluate(fadesToEnd)
    const found = await frame.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: {
          run(
            root: Document,
            options: object,
          ): Promise<{ violations: Array<{ id: string; nodes: Array<{ html: string }> }> }>
        }
      }
      const { violations } = await axe.run(document, { iframes: false, resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
    })
    expect(found).toEqual([])
  }
}

/** Waits until colour transitions have ended. */
async function fadesToEnd() {
  const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(ending.map((one) => one.finished))
}

/** Checks that nothing overflows to the side. */
export async function expectToFit(page: Page) {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(beyond).toBe(0)
}

/**
 * Requests for `url` fail until the page is clicked. A page asks again by itself, when its socket joins or its window is looked at: were
 * the server well a moment before the click on "Try again", there might be nothing left to click on.
 */
export async function failUntilClick(
  page: Page,
  url: string,
  fail: (route: Route) => Promise<void> = (route) => route.fulfill({ status: 500, json: {} }),
) {
  const listen = () => window.addEventListener('click', () => Object.assign(window, { clicked: true }), true)
  await page.addInitScript(listen)
  await page.evaluate(listen)
  let clicked = false
  await page.route(url, async (route) => {
    // A page that is just left for another takes its answer along; nobody has clicked on the next one yet.
    clicked ||= await page.evaluate(() => 'clicked' in window).catch(() => false)
    await (clicked ? route.continue() : fail(route))
  })
}

/**
 * Resolves when the page says that the conversation is closed, with the link to reopen it. That is drawn for less than
 * half a second, so the page itself watches, from before the click on.
 */
export function watchForClosedNotice(page: Page) {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = () => {
          const links = [...document.querySelectorAll('a[href="/conversations/closed"]')]
          const isShown = links.some((link) => link.textContent === 'Reopen it here')
          if (isShown && document.body.innerText.includes('Conversation closed!')) resolve()
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
}

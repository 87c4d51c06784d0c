import type { Page, Request, Route } from '@playwright/test'
import { publicPages, routes, SOME_ID } from '../paths.js'
import { call, OUTSIDE, registerCompany } from '../people.js'
import { expect, failUntilClick, test } from '../story.js'

/** The first request, two retries, and one more after the socket has joined. */
const MAX_REQUESTS = 4

const failures: Record<string, (route: Route) => Promise<void>> = {
  'answers 500': (route) => route.fulfill({ status: 500, json: {} }),
  'cannot be reached': (route) => route.abort(),
}
/** Without these calls no page renders. */
const isSignIn = (url: string) => /^\/api\/(me$|session)/.test(new URL(url).pathname)

for (const [failure, fail] of Object.entries(failures)) {
  test(`no page floods a server that ${failure}`, async ({ somebody }) => {
    test.setTimeout(600_000)
    const page = await somebody()
    await registerCompany(page)
    await page.clock.install()
    const requests = countRequests(page)
    await page.route('**/api/**', (route) => (isSignIn(route.request().url()) ? route.continue() : fail(route)))

    for (const path of new Set([...routes.map(([, path]) => path), ...publicPages])) {
      requests.clear()
      await page.goto(path)
      await passTime(page, requests, 10_000)
      await expect(page.getByRole('heading', { name: 'We cannot reach Papercups right now' })).toHaveCount(0)
      await expect(page.locator('body')).not.toHaveText(/^\s*$/)
      expect.soft(requests.tooMany(), path).toEqual([])
    }
  })
}

test('no page floods a server that rejects the session', async ({ somebody }) => {
  const page = await somebody()
  await registerCompany(page)
  await page.clock.install()
  const requests = countRequests(page)
  await page.route('**/api/**', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/conversations/all')
  await passTime(page, requests, 10_000)
  expect(requests.tooMany()).toEqual([])
  await expect(page.getByRole('heading', { name: 'We cannot reach Papercups right now' })).toBeVisible()
})

test('shows an error with a retry when an inbox cannot be loaded', async ({ somebody }) => {
  const page = await somebody()
  await registerCompany(page, OUTSIDE)
  const [inbox] = await call<{ id: string; name: string }[]>(page, '/api/inboxes')
  await failUntilClick(page, '**/api/inboxes')
  await page.goto(`/inboxes/${inbox?.id ?? SOME_ID}/conversations`)
  await expect(page.getByRole('alert').getByRole('heading', { name: 'Error retrieving inbox' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 2, name: inbox?.name ?? '', exact: true })).toBeVisible()
})

function countRequests(page: Page) {
  const counts = new Map<string, number>()
  const inFlight = new Set<Request>()
  const isCall = (url: string) => new URL(url).pathname.startsWith('/api/')
  page.on('request', (request) => {
    if (!isCall(request.url())) return
    inFlight.add(request)
    const key = `${request.method()} ${request.url()}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  })
  page.on('requestfinished', (request) => inFlight.delete(request))
  page.on('requestfailed', (request) => inFlight.delete(request))
  return {
    clear: () => counts.clear(),
    inFlight: () => inFlight.size,
    tooMany: () => [...counts].filter(([, count]) => count > MAX_REQUESTS),
  }
}

/** Runs the page's timers. After each step it waits for the requests they sent. */
async function passTime(page: Page, requests: { inFlight: () => number }, milliseconds: number) {
  for (let passed = 0; passed < milliseconds; passed += 1_000) {
    await page.clock.runFor(1_000)
    await expect.poll(requests.inFlight, { intervals: [20] }).toBe(0)
  }
}

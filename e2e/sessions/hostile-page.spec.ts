import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OUTSIDE, registerCompany } from '../people.js'
import { expect, test } from '../story.js'
import { addsTo, change, element, pageEvents, shownText, text, visits } from './recorder.js'

/** A server of somebody else that counts who comes. */
async function startCounter() {
  const server = createServer((_request, response) => response.end())
  let connections = 0
  server.on('connection', () => (connections += 1))
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, count: () => connections, stop: () => void server.close() }
}

const SCRIPT = `top.location.hash = 'hacked'; localStorage.setItem('hacked', 'yes')`

/** Everything by which a page can run a script or call a server. */
const nasty = (url: string) => [
  element('script', {}, text(SCRIPT)),
  element('script', { src: `${url}/script.js` }),
  element('link', { rel: 'stylesheet', href: `${url}/sheet.css` }),
  ...['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'modulepreload', 'icon', 'manifest'].map((rel) =>
    element('link', { rel, href: `${url}/${rel}`, as: 'image' }),
  ),
  element(
    'style',
    {},
    text(`@import url(${url}/import.css); @font-face { font-family: far; src: url(${url}/font.woff2) }`),
  ),
  element('style', { _cssText: `body { background: url(${url}/background.png); font-family: far }` }),
  element('meta', { 'http-equiv': 'refresh', content: `0;url=${url}/refresh` }),
  element('base', { href: url }),
  element('img', { src: `${url}/img.png`, srcset: `${url}/img2.png 2x`, onerror: SCRIPT }),
  element('img', { src: 'x:', onerror: SCRIPT }),
  element('iframe', { src: `${url}/frame` }),
  element('iframe', { src: `javascript:${SCRIPT}` }),
  element('iframe', { srcdoc: `<script>${SCRIPT}</script><img src="${url}/srcdoc.png">` }),
  element('object', { data: `${url}/object`, type: 'text/html' }),
  element('embed', { src: `${url}/embed` }),
  element('video', { src: `${url}/video.mp4`, poster: `${url}/poster.png`, autoplay: '' }),
  element('audio', { src: `${url}/audio.mp3`, autoplay: '' }),
  element('input', { type: 'image', src: `${url}/input.png`, autofocus: '', onfocus: SCRIPT }),
  element('a', { id: 'link', href: `javascript:${SCRIPT}`, ping: `${url}/ping` }, text('Click here')),
  element('form', { action: `${url}/form` }, element('input', { type: 'password', value: 'hunter2' })),
  {
    ...element('svg', { onload: SCRIPT }, { ...element('image', { href: `${url}/svg.png` }), isSVG: true }),
    isSVG: true,
  },
]

test('a recorded page runs and loads nothing in the agent’s browser', async ({ somebody }) => {
  const [ada, mallory] = [await somebody(), await somebody()]
  const { account_id } = await registerCompany(ada, OUTSIDE)
  const counter = await startCounter()
  const recorder = await visits(mallory, ada, account_id, 'Mallory')
  const origin = new URL(ada.url()).origin
  const dialogs: string[] = []
  ada.on('dialog', (dialog) => void dialog.dismiss().then(() => dialogs.push(dialog.message())))
  /** Why each request to another server failed. The browser reports also those that the policy stopped. */
  const failures = new Set<string | undefined>()
  ada.on('requestfailed', (request) => {
    if (request.url().startsWith(counter.url)) failures.add(request.failure()?.errorText)
  })

  await ada.goto(`/sessions/live/${recorder.session_id}`)
  await expect.poll(() => recorder.heard('presence_diff')).toBeDefined()
  const now = Date.now()
  const place = element('div')
  const events = pageEvents(now, nasty(counter.url), [
    element('h1', {}, text('Hello agent')),
    place,
    ...nasty(counter.url),
  ])
  await recorder.sends([{ type: 'no event' }, null as never, { type: 2, timestamp: now, data: {} }, ...events])
  await expect.poll(() => shownText(ada)).toContain('Hello agent')
  const style = `background: url(${counter.url}/style.png)`
  await recorder.sends([
    change(now + 100, {
      adds: addsTo(place.id, ...nasty(counter.url), element('p', {}, text('And this came later'))),
      attributes: [{ id: place.id, attributes: { style, onclick: SCRIPT } }],
    }),
  ])
  await expect.poll(() => shownText(ada)).toContain('And this came later')

  // The frame neither navigates nor lets a click through.
  await ada.locator('iframe[title="The visitor’s page"]').click()
  const page = ada.frameLocator('iframe[title="The visitor’s page"]').locator('iframe')
  // A document has the URL of the page that wrote it.
  expect(await page.evaluate((frame) => (frame as HTMLIFrameElement).contentWindow?.location.href)).toBe(
    `${origin}/session-player`,
  )
  expect(
    await page.evaluate((frame) => (frame as HTMLIFrameElement).contentDocument?.documentElement.outerHTML),
  ).not.toContain('hunter2')
  expect(await ada.evaluate(() => localStorage.getItem('hacked'))).toBeNull()
  expect(ada.url()).not.toContain('hacked')

  // The same holds when the visit is replayed.
  await ada.goto(`/sessions/replay/${recorder.session_id}`)
  await expect.poll(() => shownText(ada)).toContain('Hello agent')
  await ada.getByRole('button', { name: 'Play' }).click()
  await expect.poll(() => shownText(ada)).toContain('And this came later')
  expect(await ada.evaluate(() => localStorage.getItem('hacked'))).toBeNull()
  expect(ada.url()).not.toContain('hacked')
  expect(dialogs).toEqual([])
  expect([...failures]).toEqual(['csp'])
  expect(counter.count()).toBe(0)
  // It counts, or the zero would say nothing.
  await ada.request.get(counter.url)
  expect(counter.count()).toBe(1)
  counter.stop()
})

import type { Page } from '@playwright/test'
import { expect, recorderTags, sessionsOf, test } from './story.js'
import { collectSent } from './sent.js'
import { readStored } from './stored.js'
import { OUTSIDE, registerCompany } from '../people.js'

const CHECKOUT = `
  <meta name="csrf-token" content="meta-token">
  <p data-private>salary-99000</p> <p class="rr-mask">masked-words</p> <p class="rr-block">blocked-words</p>
  <input class="rr-ignore" data-record aria-label="Coupon"> <p>Card on file: 5555 5555 5555 4444</p>
  <form action="/pay?key=action-token" onsubmit="return false">
    <input aria-label="Name"> <input aria-label="City" value="prefilled-city"> <input type="password" aria-label="Password">
    <input aria-label="Card" autocomplete="cc-number" data-record> <input type="hidden" name="h" value="hidden-value">
    <textarea aria-label="Note"></textarea> <div contenteditable role="textbox" aria-label="Greeting"></div>
    <input aria-label="Search" data-record> <input type="checkbox" aria-label="Gift">
    <select aria-label="Size"><option>S</option><option value="chosen-size">L</option></select>
    <my-field value="custom-typed"></my-field>
    <button id="pay">Pay now</button> <a href="/orders?token=link-token">Orders</a>
  </form>
  <iframe srcdoc="<input value='framed-value'>"></iframe>
  <script>
    document.querySelector('[aria-label=Name]').oninput = ({ target }) => target.setAttribute('value', target.value)
    document.getElementById('pay').onclick = () => dispatchEvent(new ErrorEvent('error', { message: 'Boom at /pay?secret=error-token' }))
  </script>`

/** None of these may leave the page or be stored. Long enough not to be part of a time or an id. */
const SECRETS = [
  ...[
    'Secretname',
    'hunter2',
    '42424242',
    'ring-twice',
    'editable-typed',
    'prefilled-city',
    '"text":"chosen-size',
    'custom-typed',
  ],
  ...[
    'salary-99000',
    'masked-words',
    'blocked-words',
    'ignored-typed',
    '5555 5555',
    '55555555',
    'hidden-value',
    'framed-value',
  ],
  ...['meta-token', 'url-token', 'link-token', 'action-token', 'error-token', '"checked":true', '"isChecked":true'],
]

async function fillsIn(carla: Page) {
  await carla.getByLabel('Name').pressSequentially('Carla Secretname')
  await carla.getByLabel('City').fill('')
  await carla.getByLabel('Password').pressSequentially('hunter2')
  await carla.getByLabel('Card').pressSequentially('4242424242424242')
  await carla.getByLabel('Note').fill('Please ring-twice')
  await carla.getByLabel('Greeting').pressSequentially('editable-typed')
  await carla.getByLabel('Coupon').pressSequentially('ignored-typed')
  await carla.getByLabel('Gift').check()
  await carla.getByLabel('Size').selectOption({ label: 'L' })
  await carla.getByLabel('Search').pressSequentially('green-socks')
  for (let i = 0; i < 3; i++) await carla.getByRole('button', { name: 'Pay now' }).click()
}

test('records a visit over several pages without what is private', async ({ somebody, papercups, team, site }) => {
  const carla = await somebody()
  const sent = collectSent(carla, papercups.url)
  const head = recorderTags(papercups.url, { accountId: team.account_id, customer: { name: 'Carla' } })
  site.page('checkout', { head, body: CHECKOUT })
  await carla.goto(
    site.page('shop', { head, body: '<p>Ten socks</p><a href="/checkout?token=url-token">Checkout</a>' }),
  )
  await expect.poll(() => sent.all()).toContain('Ten socks')

  await carla.getByRole('link', { name: 'Checkout' }).click()
  await expect.poll(() => sent.all()).toContain('Card on file')
  await fillsIn(carla)
  await expect.poll(() => sent.marks().map(({ kind }) => kind)).toContain('error')
  await carla.evaluate(() => history.pushState({}, '', '/done?token=url-token'))
  await expect.poll(() => sent.marks().at(-1)?.url).toContain('/done')

  expect(sent.all()).toContain('green-socks')
  for (const secret of SECRETS) expect(sent.all(), secret).not.toContain(secret)
  expect(sent.marks()).toEqual(
    expect.arrayContaining([
      { kind: 'page', url: `${site.url}/shop`, title: 'Acme' },
      { kind: 'click', text: 'Gift' },
      { kind: 'page', url: `${site.url}/checkout?token`, title: 'Acme' },
      { kind: 'rage_click', text: 'Pay now' },
      { kind: 'error', message: expect.stringContaining('Boom at /pay') },
    ]),
  )
  const [session, ...others] = await sessionsOf(team)
  expect(others).toEqual([])
  // The browser does not show the last request of a page to the test, so the server is asked.
  const recording = () => team.get<{ marks: object[] }>(`/api/browser_sessions/${session?.id}/recording`)
  await expect
    .poll(async () => (await recording()).marks)
    .toContainEqual(expect.objectContaining({ kind: 'click', text: 'Checkout' }))
  expect(session).toMatchObject({ finished_at: null, metadata: { browser: 'Chrome', pathname: '/shop' } })
  expect(await team.get<object[]>('/api/customers')).toMatchObject([{ id: session?.customer_id, name: 'Carla' }])

  await carla.goto('about:blank')
  await expect.poll(async () => (await sessionsOf(team))[0]?.finished_at).not.toBeNull()

  const { inTables, inFiles } = await readStored(papercups, team.account_id)
  for (const stored of [inTables, inFiles]) {
    for (const shown of ['Ten socks', 'Card on file', 'green-socks']) expect(stored).toContain(shown)
    for (const secret of SECRETS) expect(stored, secret).not.toContain(secret)
  }
})

test('records nothing without consent, against the visitor’s wish or on other pages', async ({
  somebody,
  papercups,
  team,
  site,
}) => {
  const carla = await somebody()
  const sent = collectSent(carla, papercups.url)
  const config = { accountId: team.account_id }
  await team.setsUpRecording({ except_pages: ['/secret*'], mask_text: true })
  const waiting = recorderTags(papercups.url, { ...config, requireConsent: true })
  await carla.goto(site.page('consent', { head: waiting, body: '<p>All words</p><input placeholder="Hint">' }))
  const recorder = () =>
    carla.evaluate(() => (window as { Storytime?: { initialized: boolean } }).Storytime?.initialized)
  await expect.poll(recorder).toBe(false)
  expect(sent.paths).toEqual([])

  const answer = (agreed: boolean) =>
    carla.evaluate(
      (yes) => (window as unknown as { Storytime: { consent(is: boolean): void } }).Storytime.consent(yes),
      agreed,
    )
  await answer(true)
  await expect.poll(recorder).toBe(true)
  await expect.poll(() => sent.events.some(({ type }) => type === 2)).toBe(true)
  for (const text of ['All words', 'Hint', 'Acme']) expect(sent.all()).not.toContain(text)
  await answer(false)
  await expect.poll(async () => (await sessionsOf(team))[0]?.finished_at).not.toBeNull()

  const before = sent.paths.length
  const head = recorderTags(papercups.url, config)
  await carla.goto(site.page('secret-page', { head }))
  await expect.poll(() => sent.paths.slice(before)).toEqual(['GET /api/recording_settings'])
  await carla.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await carla.goto(site.page('public-page', { head }))
  await expect.poll(() => sent.paths.slice(before + 1)).toEqual(['GET /api/recording_settings'])
  expect(await sessionsOf(team)).toHaveLength(1)

  // An admin may turn this off.
  await team.setsUpRecording({ respect_privacy_signals: false })
  await carla.goto(site.page('public-page', { head }))
  await expect.poll(async () => (await sessionsOf(team)).length).toBe(2)
})

test('records nothing of a page that may not be recorded, also if it opens without being loaded', async ({
  somebody,
  papercups,
  team,
  site,
}) => {
  const carla = await somebody()
  const sent = collectSent(carla, papercups.url)
  await team.setsUpRecording({ except_pages: ['/secret*'] })
  const head = recorderTags(papercups.url, { accountId: team.account_id })
  await carla.goto(site.page('app', { head, body: '<section>Home words</section>' }))
  await expect.poll(() => sent.all()).toContain('Home words')
  const opens = (path: string, html: string) =>
    carla.evaluate(
      ([url = '', content = '']) => {
        history.pushState({}, '', url)
        document.querySelector('section')?.replaceChildren(document.createRange().createContextualFragment(content))
      },
      [path, html],
    )

  await opens('/secret/salaries', '<button>Salary words</button>')
  await carla.getByRole('button', { name: 'Salary words' }).click()
  await expect.poll(() => sent.marks().at(-1)).toEqual({ kind: 'paused', text: '' })
  await opens('/app', 'Home again')
  await expect.poll(() => sent.all()).toContain('Home again')
  expect(sent.marks().map(({ kind }) => kind)).toEqual(['page', 'paused', 'page'])
  for (const secret of ['Salary', 'secret']) expect(sent.all(), secret).not.toContain(secret)
})

test('records nothing where the operator turned recording off, and the pages of the dashboard say so', async ({
  install,
  site,
}) => {
  const { papercups, somebody } = await install({ STORYTIME_ENABLED: 'false' })
  const [ada, carla] = [await somebody(), await somebody()]
  const { account_id } = await registerCompany(ada, OUTSIDE)
  const sent = collectSent(carla, papercups.url)
  const head = recorderTags(papercups.url, { accountId: account_id, debug: true })
  const warning = carla.waitForEvent('console', (line) => line.text().includes('recording is off for this account'))
  await carla.goto(site.page('off', { head, body: '<p>Ten socks</p>' }))
  await warning
  expect(sent.paths).toEqual(['GET /api/recording_settings'])
  expect(await carla.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0)
  for (const page of ['/sessions/list', '/sessions/setup']) {
    await ada.goto(page)
    await expect(ada.getByText('Session recording is turned off on this server.')).toBeVisible()
  }
})

test('takes snapshots of a busy page, and none of a huge one', async ({ somebody, papercups, team, site }) => {
  const carla = await somebody()
  const sent = collectSent(carla, papercups.url)
  const head = recorderTags(papercups.url, { accountId: team.account_id })
  const reasons = () => sent.marks().flatMap(({ kind, reason }) => (kind === 'slowed' ? reason : []))
  const busy = `<ul id="list">${'<li>row</li>'.repeat(50)}</ul><script>
    let count = 0
    setInterval(() => { for (const row of list.children) row.textContent = count++ }, 20)
  </script>`
  await carla.goto(site.page('busy', { head, body: busy }))
  await expect.poll(reasons).toEqual(['busy page'])
  const snapshots = () => sent.events.filter(({ type }) => type === 2).length
  await expect.poll(snapshots).toBeGreaterThan(1)

  const huge = '<p>x</p>'.repeat(40_000)
  await carla.goto(site.page('huge', { head, body: `<button>Still works</button>${huge}` }))
  await expect.poll(reasons).toEqual(['busy page', 'large page'])
  await carla.getByRole('button', { name: 'Still works' }).click()
  await expect.poll(() => sent.marks().at(-1)).toEqual({ kind: 'click', text: 'Still works' })

  // Few elements, but 13 MB of text. The rest of the recording goes on.
  const long = `<button>Works too</button><p id="words"></p><script>words.textContent = '語'.repeat(4_500_000)</script>`
  const connections = sent.connections()
  await carla.goto(site.page('long', { head, body: long }))
  await expect.poll(reasons).toEqual(['busy page', 'large page', 'large page'])
  await carla.getByRole('button', { name: 'Works too' }).click()
  await expect.poll(() => sent.marks().at(-1)).toEqual({ kind: 'click', text: 'Works too' })
  expect(sent.connections()).toBe(connections + 1)
})

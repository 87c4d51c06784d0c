import type { Page, WebSocketRoute } from '@playwright/test'
import { bubbles, expect, opens, test } from '../embeds/story.js'
import type { Team } from '../embeds/team.js'
import { chat, says } from '../people.js'

/** The arguments of the page's callbacks. */
const received = (visitor: Page) =>
  expect.poll(() => visitor.evaluate(() => (window as unknown as { received: string[] }).received))

const show = (visitor: Page, changes: object) =>
  visitor.evaluate((props) => (window as unknown as { show(props: object): void }).show(props), changes)

/** The visitor's unseen replies on the server. */
const unseen = async (team: Team) =>
  (await team.conversations())
    .flatMap(({ messages }) => messages)
    .filter(({ user_id, seen_at }) => user_id && !seen_at)
    .map(({ body }) => body)

/** A proxy that can be cut and restored. */
async function cuttable(visitor: Page) {
  const open = new Set<WebSocketRoute>()
  let cut = false
  await visitor.context().routeWebSocket(/\/socket\/websocket/, (line) => {
    if (cut) return void line.close()
    open.add(line)
    line.connectToServer()
  })
  return {
    cut: async () => {
      cut = true
      for (const line of open) await line.close()
      open.clear()
    },
    mend: () => (cut = false),
  }
}

for (const published of [
  '@papercups-io/chat-widget',
  'chat-widget-1.1.12',
  'chat-widget-1.1.5',
  '@papercups/react',
] as const) {
  test(`a site that embeds ${published} still works`, async ({ somebody, papercups, team, site }) => {
    const props = {
      [published.startsWith('chat-widget-1.1') ? 'accountId' : 'token']: team.account_id,
      title: 'Ask Acme',
      primaryColor: '7556eb',
      greeting: 'Hi **there**',
      customer: { name: 'Carla', metadata: { plan: 'free' } },
      // As many sites have it.
      baseUrl: `${papercups.url}/`,
      // The page of its own, or the bare host where the site once had the frame itself.
      iframeUrlOverride: papercups.url + (published === 'chat-widget-1.1.12' ? '' : '/widget'),
    }
    const carla = await somebody()
    const line = await cuttable(carla)
    await carla.goto(await site.reactPage(published, props))

    // The page's only one; in the old days it had no name.
    const toggle = carla.getByRole('button')
    await toggle.click()
    await expect(chat(carla).getByRole('heading', { name: 'Ask Acme' })).toBeVisible()
    await says(carla, 'Where is my parcel?')
    await expect(bubbles(carla).getByText('Where is my parcel?')).toHaveCount(1)
    await received(carla).toEqual(['loaded', 'opened', 'sent: Where is my parcel?'])
    await team.replies('On its way!')
    await expect(bubbles(carla).getByText('On its way!')).toHaveCount(1)
    await expect(bubbles(carla).getByRole('listitem')).toHaveCount(3)

    await line.cut()
    await says(carla, 'Are you there?')
    await team.replies('While you were away')
    line.mend()
    await expect(bubbles(carla).getByText('While you were away')).toHaveCount(1)
    await expect(bubbles(carla).getByText('Are you there?')).toHaveCount(1)
    await expect(bubbles(carla).getByRole('listitem')).toHaveCount(5)

    await toggle.click()
    await team.replies('Psst')
    await expect(chat(carla).getByRole('button', { name: /Psst/ })).toBeVisible()
    await carla.reload()
    await chat(carla).getByRole('button', { name: /Psst/ }).click()
    await expect(bubbles(carla).getByRole('listitem')).toHaveCount(6)
    await received(carla).toEqual(['loaded', 'opened'])
    await expect.poll(() => unseen(team)).toEqual([])

    await show(carla, {
      title: 'Ask anybody',
      customer: { name: 'Carla Díaz', email: 'carla@example.com', metadata: { plan: 'pro' } },
    })
    await expect(chat(carla).getByRole('heading', { name: 'Ask anybody' })).toBeVisible()
    // That one does not tell us before the page is loaded again.
    if (published === 'chat-widget-1.1.5') return
    const inbox = () => team.conversations()
    const customer = { name: 'Carla Díaz', email: 'carla@example.com', metadata: { plan: 'pro' } }
    await expect.poll(inbox).toMatchObject([{ customer }])
    if (published === '@papercups/react') {
      await show(carla, { primaryColor: '099720' })
      const color = () => carla.locator('.Papercups-toggleButton').evaluate((button) => button.style.backgroundColor)
      await expect.poll(color).toBe('rgb(9, 151, 32)')
      const icon = carla.locator('.Papercups-toggleButton > span')
      await expect(icon).toHaveCSS('border-bottom-color', 'rgb(255, 255, 255)')
      await show(carla, { primaryColor: 'ffe600' })
      await expect(icon).toHaveCSS('border-bottom-color', 'rgb(0, 0, 0)')
      await carla.evaluate(() => dispatchEvent(new CustomEvent('papercups:customer:set', { detail: null })))
      await expect(bubbles(carla).getByText('Psst')).toHaveCount(0)
    }
  })
}

for (const published of ['@papercups-io/chat-widget', '@papercups/react'] as const) {
  test(`${published} as a window, with a button and a title of the page's own`, async ({
    somebody,
    papercups,
    team,
    site,
  }) => {
    const carla = await somebody()
    const props = { token: team.account_id, baseUrl: papercups.url, iframeUrlOverride: `${papercups.url}/widget` }
    await carla.goto(await site.reactPage(published, { ...props, asWindow: true, ownTitle: 'Hello from' }))
    await expect(chat(carla).getByRole('heading', { name: 'Hello from Acme' })).toBeVisible()
    await says(carla, 'In the middle of the page')
    await expect(bubbles(carla).getByText('Sent just now')).toBeVisible()
    await expect(chat(carla).getByRole('button', { name: 'Close chat' })).toHaveCount(0)
    await received(carla).toEqual(['loaded', 'opened', 'sent: In the middle of the page'])

    await carla.goto(await site.reactPage(published, { ...props, ownButton: 'Talk to us' }))
    await carla.getByRole('button', { name: 'Talk to us' }).click()
    await expect(bubbles(carla).getByText('In the middle of the page')).toBeVisible()
    await carla.getByRole('button', { name: 'Bye' }).click()
    await expect(carla.getByRole('button', { name: 'Talk to us' })).toBeVisible()
    await carla.evaluate(() => (window as unknown as { toggleChat(): void }).toggleChat())
    await expect(carla.getByRole('button', { name: 'Bye' })).toBeVisible()
    await expect(carla.getByRole('button', { name: /chat widget/ })).toHaveCount(0)
  })
}

test('works with one script tag in the head', async ({ somebody, papercups, team, site }) => {
  const carla = await somebody()
  // As the WordPress plugin writes its form, and from the days when another host had the frame.
  const config = {
    accountId: team.account_id,
    title: 'Ask Acme',
    primaryColor: '7556eb',
    greeting: '',
    requireEmailUpfront: '1',
    showAgentAvailability: '',
    hideToggleButton: '',
    iframeUrlOverride: 'https://chat-widget.papercups.io',
  }
  const script = `<script src="${papercups.url}/widget.js"></script>`
  const globals = `<script>window.Papercups = { config: ${JSON.stringify(config)} }</script>`
  // In the head there is no body yet; and the theme has it once more.
  await carla.addInitScript(() => {
    const note = AudioContext.prototype.createOscillator
    AudioContext.prototype.createOscillator = function () {
      document.documentElement.dataset.notes = String(Number(document.documentElement.dataset.notes ?? 0) + 1)
      return note.call(this)
    }
  })
  const address = site.page('blog', { head: globals + script, body: script.replace('src', 'async defer src') })
  await carla.goto(address)

  await opens(carla)
  await expect(carla.locator('#PapercupsChatWidget')).toHaveCount(1)
  await expect(carla.locator('iframe.Papercups-chatWindowContainer')).toHaveCount(1)
  await expect(chat(carla).getByLabel('Message', { exact: true })).toBeDisabled()
  await expect(chat(carla).getByLabel('Attach a file')).toBeEnabled()
  await chat(carla).getByLabel('Enter your email').fill('carla@example.com')
  await chat(carla).getByRole('button', { name: 'Continue' }).click()
  await says(carla, 'Where is my parcel?')
  await expect(bubbles(carla).getByText('Where is my parcel?')).toHaveCount(1)
  await expect.poll(() => team.conversations()).toMatchObject([{ customer: { email: 'carla@example.com' } }])

  await carla.evaluate(() => dispatchEvent(new CustomEvent('papercups:close')))
  await expect(carla.getByRole('button', { name: 'Open chat widget' })).toBeVisible()
  await team.replies('On its way!')
  const badge = carla.locator('.Papercups-toggleButtonContainer > span')
  await expect(badge).toHaveText('1')
  await expect(chat(carla).getByRole('button', { name: /On its way/ })).toBeVisible()
  await expect(chat(carla).locator('html')).toHaveAttribute('data-notes', '2')

  // Nothing of the chat is loaded yet when the badge is back.
  await carla.reload()
  await expect(badge).toHaveText('1')
  await opens(carla)
  await expect(badge).toBeHidden()
  await expect(bubbles(carla).getByRole('listitem')).toHaveCount(2)
  await expect.poll(() => unseen(team)).toEqual([])

  // A wrapper takes it away, and puts it back on the next page of the same document.
  await carla.evaluate(() => document.getElementById('PapercupsChatWidget')?.remove())
  await carla.addScriptTag({ url: `${papercups.url}/widget.js` })
  await opens(carla)
  await expect(bubbles(carla).getByRole('listitem')).toHaveCount(2)
})

test('a mobile app shows the frame without a launcher', async ({ somebody, team }) => {
  const carla = await somebody({ width: 390, height: 780 })
  const customer = { name: 'Carla', external_id: 'c-1' }
  const params = {
    token: team.account_id,
    accountId: team.account_id,
    baseUrl: 'https://elsewhere.example.com',
    title: 'Ask Acme',
    mobile: '1',
    requireEmailUpfront: '0',
    showAgentAvailability: '0',
    debug: '0',
    customer: JSON.stringify(customer),
    metadata: JSON.stringify(customer),
  }
  await carla.goto(`/widget?${new URLSearchParams(params).toString()}`)
  const messages = carla.getByRole('log', { name: 'Messages' })

  await carla.getByLabel('Message', { exact: true }).fill('From the app')
  await carla.getByLabel('Message', { exact: true }).press('Enter')
  await expect(messages.getByText('From the app')).toHaveCount(1)
  await expect(carla.getByRole('button', { name: 'Close chat' })).toHaveCount(0)
  await expect.poll(() => team.conversations()).toMatchObject([{ customer }])
  await team.replies('Hello, app')
  await expect(messages.getByText('Hello, app')).toHaveCount(1)
  await carla.reload()
  await expect(messages.getByRole('listitem')).toHaveCount(2)
})

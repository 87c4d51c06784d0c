import type { Page } from '@playwright/test'
import { bubbles, expect, opens, test } from '../embeds/story.js'
import { chat, says } from '../people.js'
import { expectAccessible } from '../story.js'

const received = (visitor: Page) =>
  expect.poll(() => visitor.evaluate(() => (window as unknown as { received: string[] }).received))

test('a page sets the widget’s options and receives its events', async ({ somebody, papercups, team, site }) => {
  const carla = await somebody()
  const notes: string[] = []
  carla.on('console', (line) => notes.push(line.text()))
  let refuses = false
  let tell = (_frame: unknown[]) => {}
  await carla.context().routeWebSocket(/\/socket\/websocket/, (line) => {
    const server = line.connectToServer()
    line.onMessage((frame) => {
      const [join, ref, topic, event] = JSON.parse(String(frame)) as string[]
      const refusal = [join, ref, topic, 'phx_reply', { status: 'error', response: { reason: 'not today' } }]
      if (refuses && event === 'shout') line.send(JSON.stringify(refusal))
      else server.send(frame)
    })
    tell = (frame) => line.send(JSON.stringify(frame))
  })
  await carla.route(/\/api\/widget_settings\?/, async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { data: { ...data, file_uploads_enabled: false } } })
  })
  await carla.addInitScript(() => {
    window.AudioContext = class extends AudioContext {
      constructor() {
        super()
        const { dataset } = document.documentElement
        dataset.chimes = String(Number(dataset.chimes ?? 0) + 1)
      }
    }
  })
  const icon = `${site.url}/bell.png`
  const config = {
    token: team.account_id,
    greeting: '## Hi **there**\n- Parcels\n- Refunds',
    popUpInitialMessage: 1,
    persistOpenState: true,
    customIconUrl: icon,
    styles: { chatContainer: { bottom: '77px' } },
    debug: true,
  }
  const head = `<script>
    received = []
    const record = (name) => (message) => received.push(message ? name + ': ' + message.body : name)
    Papercups = { config: { ...${JSON.stringify(config)}, onChatLoaded: (commands) => (chat = commands), onChatOpened: record('opened'),
      onChatClosed: record('closed'), onMessageReceived: record('received') } }
  </script><script async src="${papercups.url}/widget.js"></script>`
  await carla.goto(site.page('options', { head }))
  const button = carla.locator('.Papercups-toggleButton')

  await test.step('the greeting pops up and opens the chat', async () => {
    await expect(button).toHaveCSS('background-image', `url("${icon}")`)
    await chat(carla)
      .getByRole('button', { name: /Hi there - Parcels/ })
      .click()
    await expect(bubbles(carla).getByRole('heading', { name: 'Hi there' })).toBeVisible()
    await expect(bubbles(carla).locator('.bubble li')).toHaveText(['Parcels', 'Refunds'])
    await expect(carla.locator('iframe.Papercups-chatWindowContainer')).toHaveCSS('bottom', '77px')
    await expect(button).toHaveCSS('background-image', 'none')
    await expect(chat(carla).getByLabel('Attach a file')).toHaveCount(0)
    await expect.poll(() => notes.some((line) => /^\[Papercups\].*chat:loaded/.test(line))).toBe(true)
    await expectAccessible(carla)
  })

  await test.step('an identified visitor becomes a customer before writing', async () => {
    await carla.evaluate('chat.identify({ email: "carla@example.com" })')
    const kept = () =>
      carla.evaluate((key) => localStorage.getItem(key), `__PAPERCUPS____CUSTOMER_ID__${team.account_id}`)
    await expect.poll(kept).toMatch(/^"[\da-f-]{36}"$/)
  })

  await test.step('a refused message can be sent again', async () => {
    refuses = true
    await says(carla, 'Where is my parcel?')
    await expect(bubbles(carla).getByText('Not delivered.')).toBeVisible()
    refuses = false
    await bubbles(carla).getByRole('button', { name: 'Retry' }).click()
    await expect(bubbles(carla).getByText('Sent just now')).toBeVisible()
    await expect.poll(() => team.conversations()).toMatchObject([{ customer: { email: 'carla@example.com' } }])
  })

  await test.step('shows suggested replies', async () => {
    const offered = {
      quick_replies: [
        { text: 'Track it', action: 'track' },
        { text: 'Cancel it', action: 'cancel' },
      ],
    }
    await team.replies('What shall we do?', offered)
    await chat(carla)
      .getByRole('group', { name: 'Suggested replies' })
      .getByRole('button', { name: 'Track it' })
      .click()
    await expect(bubbles(carla).getByText('Track it')).toBeVisible()
    await expect(chat(carla).getByRole('button', { name: 'Cancel it' })).toHaveCount(0)
    const chosen = async () => (await team.conversations())[0]?.messages.at(-1)?.metadata
    await expect.poll(chosen).toMatchObject({ reply_action: 'track' })
  })
  await received(carla).toEqual(['opened', 'received: What shall we do?'])

  await test.step('keeps the open state on the next page, and a closed chat stays silent until an agent writes', async () => {
    await carla.reload()
    await expect(bubbles(carla).getByText('Track it')).toBeVisible()
    await carla.getByRole('button', { name: 'Close chat widget' }).click()
    await received(carla).toEqual(['opened', 'closed'])
    const [conversation] = await team.conversations()
    const bot = {
      ...conversation?.messages[0],
      id: 'b0000000-0000-4000-8000-000000000000',
      client_message_id: null,
      seq: 999,
      body: 'Beep',
      type: 'bot',
    }
    tell([
      null,
      null,
      `conversation:${conversation?.id}`,
      'shout',
      { ...bot, customer_id: null, user_id: null, seen_at: null },
    ])
    await team.replies('Found it!')
    await expect(chat(carla).getByRole('button', { name: /Found it!/ })).not.toContainText('Beep')
    // One sound for the agent's message, played before it was shown, and none for the bot's.
    await expect(chat(carla).locator('html')).toHaveAttribute('data-chimes', '1')
    await received(carla).toEqual(['opened', 'closed', 'received: Found it!'])
  })
})

test('the icon on the button turns black or white with the colour', async ({ somebody, papercups, team, site }) => {
  const carla = await somebody()
  const config = { token: team.account_id, primaryColor: '#ffe600', iconVariant: 'filled' }
  await carla.goto(site.widgetPage('pale', papercups.url, config))
  const button = carla.locator('.Papercups-toggleButton')
  const icon = button.locator('span')
  const paint = (color: string) =>
    button.evaluate(({ style }, next) => {
      style.backgroundColor = next
      dispatchEvent(new Event('papercups:redraw'))
    }, color)
  await expect(button).toHaveCSS('background-color', 'rgb(255, 230, 0)')
  await expect(icon).toHaveCSS('background-color', 'rgb(0, 0, 0)')

  await paint('midnightblue')
  await expect(icon).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await button.click()
  await expect(icon).toHaveCSS('border-bottom-color', 'rgb(255, 255, 255)')

  await carla.goto(site.widgetPage('default', papercups.url, { token: team.account_id }))
  await expect(icon).toHaveCSS('border-bottom-color', 'rgb(255, 255, 255)')
  await paint('white')
  await expect(icon).toHaveCSS('border-bottom-color', 'rgb(0, 0, 0)')
})

test('a page may style the widget with numbers, and move it while it is open', async ({
  somebody,
  papercups,
  team,
  site,
}) => {
  const carla = await somebody()
  const styles = { toggleContainer: { bottom: 90, zIndex: 7 }, toggleButton: { opacity: 0.5 } }
  await carla.goto(site.widgetPage('numbers', papercups.url, { token: team.account_id, styles }))
  const box = carla.locator('.Papercups-toggleButtonContainer')
  await expect(box).toHaveCSS('bottom', '90px')
  await expect(box).toHaveCSS('z-index', '7')
  await expect(carla.locator('.Papercups-toggleButton')).toHaveCSS('opacity', '0.5')

  await opens(carla)
  const field = chat(carla).getByLabel('Message', { exact: true })
  await field.fill('日本')
  // Safari reports the Enter that ends a Japanese word like this.
  await field.evaluate((area) =>
    area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true })),
  )
  await expect(field).toHaveValue('日本')
  await field.press('Enter')
  await expect(bubbles(carla).getByText('Sent just now')).toBeVisible()

  await carla.evaluate(() => {
    const widget = document.getElementById('PapercupsChatWidget')
    if (widget) document.querySelector('main')?.append(widget)
  })
  await expect(bubbles(carla).getByText('日本')).toBeVisible()
  await expect(carla.getByRole('button', { name: 'Close chat widget' })).toBeVisible()
})

import type { Page } from '@playwright/test'
import { bubbles, expect, opens, test } from '../embeds/story.js'
import { chat, says } from '../people.js'
import { expectAccessible } from '../story.js'

/** One pixel, red. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)
const composer = (visitor: Page) => chat(visitor).getByLabel('Message', { exact: true })

test('a new visitor is welcomed where the account has set no greeting', async ({ somebody, papercups, team, site }) => {
  const carla = await somebody()
  await carla.goto(site.widgetPage('welcome', papercups.url, { token: team.account_id }))
  await opens(carla)
  await expect(chat(carla).getByText('Hi there! How can we help?')).toBeVisible()
  await expect(chat(carla).getByText('Leave a message and we will reply as soon as we can.')).toBeVisible()
  await expect(faces(carla)).toHaveCount(0)
  await expectAccessible(carla)
  await says(carla, 'Hello')
  await expect(chat(carla).getByText('Hi there! How can we help?')).toHaveCount(0)
})

const faces = (visitor: Page) => chat(visitor).getByRole('list', { name: 'Our team' }).getByRole('listitem')

test('the welcome shows the faces of the team', async ({ somebody, papercups, team, site }) => {
  const carla = await somebody({ width: 360, height: 640, dark: true })
  await carla.route('**/ada.png', (route) => route.fulfill({ contentType: 'image/png', body: PICTURE }))
  await team.savesProfile({ display_name: 'Ada', profile_photo_url: `${site.url}/ada.png` })
  const page = site.widgetPage('faces', papercups.url, { token: team.account_id })
  await carla.goto(page)
  await opens(carla)
  await expect(faces(carla)).toHaveText(['Ada'])
  const photo = faces(carla).locator('img')
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await expectAccessible(carla)

  // A photo that cannot be loaded leaves the initial.
  await team.savesProfile({ profile_photo_url: `${site.url}/gone.png` })
  await carla.goto(page)
  await opens(carla)
  await expect(faces(carla).locator('.avatar')).toHaveText(['A'])
  await expect(photo).toHaveCount(0)
  await expectAccessible(carla)

  await team.setsUpWidget({ greeting: 'Hello from Acme' })
  await carla.goto(page)
  await opens(carla)
  await expect(bubbles(carla).getByText('Hello from Acme')).toBeVisible()
  await expect(faces(carla)).toHaveCount(0)
})

test('attaches files by button or paste', async ({ somebody, papercups, team, site }) => {
  const carla = await somebody()
  await carla.goto(site.widgetPage('files', papercups.url, { token: team.account_id }))
  await opens(carla)
  const attach = chat(carla).getByLabel('Attach a file')
  const attached = chat(carla).getByRole('list', { name: 'Attached files' })

  await attach.setInputFiles([
    { name: 'broken parcel.png', mimeType: 'image/png', buffer: PICTURE },
    { name: 'film.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(8_100_000) },
    { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
  ])
  await expect(attached.getByRole('listitem')).toHaveCount(3)
  await expect(attached.getByRole('alert').first()).toContainText('This file is too big. The limit is 8 MB.')
  await expect(attached.getByRole('alert').last()).toContainText('This file is empty.')
  await expect(attached.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await expect(chat(carla).getByText('To send your message, remove the file that failed.')).toBeVisible()
  await expect(attached.getByRole('listitem').first().locator('img')).toHaveAttribute('src', /^blob:/)
  await expect(chat(carla).getByRole('button', { name: 'Send message' })).toBeDisabled()
  await attached.getByRole('button', { name: 'Remove film.bin' }).click()
  await attached.getByRole('button', { name: 'Remove empty.txt' }).click()
  await expect(chat(carla).getByText('To send your message')).toHaveCount(0)

  await composer(carla).evaluate((area) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['Order 7'], 'order.txt', { type: 'text/plain' }))
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(attached.getByRole('listitem')).toHaveCount(2)
  await expect(attached.getByRole('progressbar')).toHaveCount(0)
  await expectAccessible(carla)
  await composer(carla).press('Enter')

  await expect(attached).toHaveCount(0)
  await expect(
    bubbles(carla)
      .getByRole('link', { name: /broken.parcel\.png/ })
      .locator('img'),
  ).toBeVisible()
  await expect(bubbles(carla).getByRole('link', { name: 'order.txt' })).toHaveCount(1)
  const files = async () => (await team.conversations())[0]?.messages[0]?.attachments.map(({ filename }) => filename)
  await expect.poll(files).toEqual([expect.stringMatching(/^broken.parcel\.png$/), 'order.txt'])
  await carla.reload()
  await opens(carla)
  await expect(bubbles(carla).getByRole('link')).toHaveCount(2)
})

test('a visitor starts another conversation and returns to an earlier one', async ({
  somebody,
  papercups,
  team,
  site,
}) => {
  const carla = await somebody()
  await carla.goto(site.widgetPage('history', papercups.url, { token: team.account_id }))
  await opens(carla)
  await says(carla, 'Where is my parcel?')
  await expect(bubbles(carla).getByText('Sent just now')).toBeVisible()
  await team.replies('**On its way!**')
  await expect(bubbles(carla).getByText('On its way!')).toBeVisible()
  await team.closes((await team.conversations())[0]?.id)
  const all = chat(carla).getByRole('button', { name: 'Your conversations' })

  await all.click()
  await expectAccessible(carla)
  await chat(carla).getByRole('button', { name: 'New conversation' }).click()
  await expect(bubbles(carla).getByRole('listitem')).toHaveCount(0)
  await says(carla, 'Something else')
  await expect(bubbles(carla).getByText('Sent just now')).toBeVisible()
  await expect(bubbles(carla).getByRole('listitem')).toHaveCount(1)

  await all.click()
  await expect(chat(carla).getByRole('listitem')).toHaveText([/^Something else/, /^On its way!/])
  await chat(carla)
    .getByRole('button', { name: /On its way/ })
    .click()
  await expect(bubbles(carla).getByRole('listitem')).toHaveCount(2)
  await says(carla, 'It came, thank you')
  await expect(bubbles(carla).getByText('Sent just now')).toBeVisible()
  const storedBodies = async () => (await team.conversations()).map(({ messages }) => messages.map(({ body }) => body))
  await expect
    .poll(storedBodies)
    .toEqual([['Where is my parcel?', '**On its way!**', 'It came, thank you'], ['Something else']])
  await carla.reload()
  await opens(carla)
  await expect(bubbles(carla).getByRole('listitem')).toHaveCount(3)
})

test('each side sees that the other is typing', async ({ somebody, papercups, team, site }) => {
  const carla = await somebody()
  const pushed: string[] = []
  let tell = (_frame: unknown[]) => {}
  await carla.context().routeWebSocket(/\/socket\/websocket/, (line) => {
    const server = line.connectToServer()
    line.onMessage((frame) => {
      const [, , topic, event] = JSON.parse(String(frame)) as string[]
      if (event === 'typing') pushed.push(String(topic))
      server.send(frame)
    })
    tell = (frame) => line.send(JSON.stringify(frame))
  })
  await carla.goto(site.widgetPage('typing', papercups.url, { token: team.account_id }))
  await opens(carla)
  await composer(carla).pressSequentially('Before there is anybody to tell')
  await composer(carla).press('Enter')
  await expect(bubbles(carla).getByText('Sent just now')).toBeVisible()
  expect(pushed).toEqual([])

  await composer(carla).pressSequentially('Hello there')
  const [conversation] = await team.conversations()
  const topic = `conversation:${conversation?.id}`
  await expect.poll(() => pushed[0]).toBe(topic)
  expect(pushed.length).toBeLessThan('Hello there'.length)
  // Whatever the server made of that, the conversation goes on.
  await composer(carla).press('Enter')
  await expect(bubbles(carla).getByRole('listitem')).toHaveCount(2)

  const notice = chat(carla).getByText('Ada is typing…')
  tell([null, null, topic, 'typing', { user: { id: 1, display_name: 'Ada' } }])
  await expect(notice).toBeVisible()
  await team.replies('Hello!')
  await expect(bubbles(carla).getByText('Hello!')).toBeVisible()
  await expect(notice).toHaveCount(0)
  tell([null, null, topic, 'a:word:from:the:future', { any: 'thing' }])
  await says(carla, 'Still here')
  await expect(bubbles(carla).getByRole('listitem')).toHaveCount(4)
})

test('the chat uses the visitor’s language and the page’s theme, at any size', async ({
  somebody,
  papercups,
  team,
  site,
}) => {
  const carla = await somebody()
  const config = { token: team.account_id, locale: 'ar-EG', subtitle: 'Ask us anything', showAgentAvailability: true }
  const head = '<meta name="color-scheme" content="dark"><style>:root { color-scheme: dark; background: #111 }</style>'
  await carla.goto(site.widgetPage('arabic', papercups.url, config, { head }))
  await carla.getByRole('button', { name: 'Open chat widget' }).click()
  const frame = chat(carla)

  await expect(frame.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(frame.locator('html')).toHaveClass('dark')
  // Otherwise the browser would draw an opaque background.
  await expect(carla.locator('iframe')).toHaveCSS('color-scheme', 'light')
  await expect(frame.getByText('Ask us anything')).toBeVisible()
  await expect(frame.getByText('نحن غير متاحين حاليًا.')).toBeVisible()
  await frame.getByLabel('رسالة', { exact: true }).fill('مرحبا')
  await frame.getByRole('button', { name: 'إرسال الرسالة' }).click()
  await expect(frame.getByText('أُرسلت الآن')).toBeVisible()
  await expectAccessible(carla)

  // At 400 % a window of 1280 × 800 has this much room.
  await carla.setViewportSize({ width: 320, height: 200 })
  const log = frame.getByRole('log')
  await expect.poll(async () => (await log.boundingBox())?.height).toBeGreaterThan(30)
  await expect(frame.getByRole('button', { name: 'إغلاق الدردشة' })).toBeInViewport({ ratio: 1 })
  await expect(frame.getByLabel('رسالة', { exact: true })).toBeInViewport({ ratio: 1 })
  const beyond = () => frame.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
  await expect.poll(beyond).toBe(0)

  // No information depends on colour alone.
  await carla.emulateMedia({ forcedColors: 'active' })
  const border = () => frame.locator('.bubble').evaluate((bubble) => getComputedStyle(bubble).borderTopStyle)
  await expect.poll(border).toBe('solid')

  const close = frame.getByRole('button', { name: 'إغلاق الدردشة' })
  await close.focus()
  await carla.keyboard.press('Shift+Tab')
  await expect(close).not.toBeFocused()
  await carla.keyboard.press('Tab')
  await expect(close).toBeFocused()
  // This one belongs to an input method.
  await close.evaluate((button) =>
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, isComposing: true })),
  )
  await close.hover()
  await expect(close).toBeFocused()
  await carla.keyboard.press('Escape')
  await expect(carla.getByRole('button', { name: 'Open chat widget' })).toBeFocused()
})

/** The arguments of the page's callbacks. */

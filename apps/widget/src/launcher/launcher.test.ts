import { afterEach, expect, test, vi } from 'vitest'
import { carla, known, openPage } from './fake-page.js'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('only the page’s own code can set another page for the chat', async () => {
  const iframe_url_override = 'https://elsewhere.example/chat'
  const settings = await openPage({ answers: { widget_settings: { iframe_url_override } } })
  settings.dispatch('papercups:open')
  expect(new URL(settings.frame()?.src ?? '').origin).toBe('https://chat.example.com')

  const page = await openPage({ config: { iframeUrlOverride: iframe_url_override } })
  page.dispatch('papercups:open')
  expect(new URL(page.frame()?.src ?? '').origin).toBe('https://elsewhere.example')
})

test.each([500, 503, 429, 422])('shows the chat when the settings answer %i', async (status) => {
  const page = await openPage({ config: { title: 'Ask Acme' }, answers: { widget_settings: status } })
  expect(page.button()?.attributes).toEqual({ 'aria-label': 'Open chat widget' })
  page.click()
  expect(page.frame()?.src).toContain('title=Ask+Acme')
})

test.each([
  ['an account that is not there', {}, 404],
  ['a site that may not have it', {}, 403],
  ['working hours that are over', { hideOutsideWorkingHours: true }, { account: { is_outside_working_hours: true } }],
])('for %s there is nothing on the page, and no command brings it', async (_, config, widget_settings) => {
  const loaded = vi.fn<() => void>()
  const page = await openPage({ config: { ...config, onChatLoaded: loaded }, answers: { widget_settings } })
  for (const command of ['open', 'toggle']) page.dispatch(`papercups:${command}`)
  expect([page.button(), page.frame(), loaded.mock.calls.length]).toEqual([undefined, undefined, 0])
})

test('working hours hide the chat only if the page asks for it', async () => {
  const answers = { widget_settings: { account: { is_outside_working_hours: true } } }
  expect((await openPage({ answers })).button()).toBeDefined()
})

test('a widget that is removed before its settings arrive stays silent', async () => {
  const called = vi.fn<() => void>()
  let answer = (_: object) => {}
  const widget_settings = new Promise<object>((resolve) => (answer = resolve))
  const config = { isOpenByDefault: true, onChatLoaded: called, onChatOpened: called }
  const page = await openPage({ config, local: known(carla), answers: { widget_settings } })
  page.remove()
  answer({ account: {} })
  await page.settle()
  expect([called.mock.calls, page.frame(), page.lines]).toEqual([[], undefined, []])
})

test('a removed frame is not loaded again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const page = await openPage()
  page.dispatch('papercups:open')
  const frame = page.frame()
  if (!frame) throw new Error('no frame')
  frame.src = ''
  vi.advanceTimersByTime(8000)
  expect(frame.src).not.toBe('')
  frame.src = ''
  frame.isConnected = false
  vi.advanceTimersByTime(80_000)
  expect(frame.src).toBe('')
})

test('an open chat opens again when the page moves the widget, as the visitor that it has become', async () => {
  const page = await openPage({ config: { customer: { external_id: 'u1' } } })
  page.dispatch('papercups:open')
  page.report('chat:listening')
  page.dispatch('papercups:reset')
  page.move()
  page.report('chat:listening')
  expect(page.frame()?.src).not.toContain('u1')
  page.report('chat:listening')
  expect(page.lastMessageToFrame('papercups:toggle')).toEqual({ isOpen: true, focus: false })
  expect(page.isOpen()).toBe(true)
})

test.each([
  [{}, '', false],
  [{ isOpenByDefault: '1' }, '', true],
  [{ defaultIsOpen: true }, '', true],
  [{ persistOpenState: true }, 'true', true],
  [{ persistOpenState: true, isOpenByDefault: true }, 'false', false],
  [{ isOpenByDefault: false, persistOpenState: '' }, 'true', false],
])('with %j and %j remembered the chat is open at first: %s', async (config, remembered, open) => {
  const session = new Map(remembered ? [['__PAPERCUPS__:open', remembered]] : [])
  expect((await openPage({ config, session })).isOpen()).toBe(open)
})

test('the greeting pops up after its delay, once in a tab', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const config = { popUpInitialMessage: '4000' }
  const page = await openPage({ config })
  vi.advanceTimersByTime(3999)
  expect(page.frame()).toBeUndefined()
  vi.advanceTimersByTime(1)
  page.report('chat:listening')
  const shown = { shouldDisplayNotifications: true, popUpInitialMessage: true }
  expect(page.lastMessageToFrame('notifications:display')).toEqual(shown)
  expect(page.frame()?.style.cssText).toContain('height:200px')
  page.report('messages:seen', { dismissed: true })
  expect(page.frame()?.style.cssText).toContain('visibility:hidden')

  const later = await openPage({ config, session: page.session })
  vi.advanceTimersByTime(9000)
  expect(later.frame()).toBeUndefined()
})

test('uses the page’s icon, styles and side for the button', async () => {
  const config = {
    customIconUrl: 'https://shop.example/i "1".png',
    position: { side: 'left', offset: 48 },
    styles: { chatContainer: { bottom: '7px' }, toggleButton: { width: '60px' } },
  }
  const page = await openPage({ config })
  expect(page.button()?.style).toMatchObject({ width: '60px' })
  expect(page.button()?.style.backgroundImage).toBe(String.raw`url("https://shop.example/i \"1\".png")`)
  expect(page.frame()?.style).toBeUndefined()
  page.dispatch('papercups:toggle')
  expect(page.button()?.style.backgroundImage).toBe('none')
  expect(page.frame()?.style).toMatchObject({ bottom: '7px', cssText: expect.stringContaining('left:48px') as string })
})

test('the account’s colour reaches the chat', async () => {
  const page = await openPage({ answers: { widget_settings: { color: '#7556eb' } } })
  page.dispatch('papercups:open')
  expect(page.frame()?.src).toContain('primaryColor=%237556eb')
})

test('the icon has a contrast of at least 3 to 1 on every colour, and stays white on the default', async () => {
  const page = await openPage()
  const steps = Array.from({ length: 18 }, (_, step) => step * 15)
  const failures: string[] = []
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const icon = page.paint(`rgb(${red}, ${green}, ${blue})`)
        const light = luminance(red, green, blue) + 0.05
        const contrast = icon === '#fff' ? 1.05 / light : light / 0.05
        if (contrast < 3) failures.push(`${icon} on ${red}, ${green}, ${blue}: ${contrast}`)
      }
  expect(failures).toEqual([])
  expect(page.paint('rgb(24, 144, 255)')).toBe('#fff')
  expect(page.paint('rgba(255, 230, 0, 0.5)')).toBe('#000')
})

/** As WCAG defines it. */

function luminance(...color: [red: number, green: number, blue: number]) {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('calls the callbacks for all events', async () => {
  const received: string[] = []
  const record = (name: string) => (message?: { body: string }) => received.push([name, message?.body].join(' ').trim())
  const config = {
    onChatLoaded: record('loaded'),
    onChatOpened: record('opened'),
    onChatClosed: record('closed'),
    onMessageSent: record('sent'),
    onMessageReceived: record('received'),
  }
  const page = await openPage({ config: { ...config, onChatLoaded: () => received.push('loaded') } })
  page.dispatch('papercups:open')
  page.report('message:sent', { body: 'Hello', customer_id: carla })
  page.report('message:received', { body: 'Hi', user_id: 7 })
  page.report('message:received', { body: 'I am a robot', type: 'bot' })
  page.report('papercups:close')
  page.click()
  page.dispatch('papercups:close')
  expect(received).toEqual(['loaded', 'opened', 'sent Hello', 'received Hi', 'closed', 'opened', 'closed'])
})

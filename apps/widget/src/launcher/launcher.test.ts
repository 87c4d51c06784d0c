import { afterEach, expect, test, vi } from 'vitest'
import { openPage, TOKEN } from './fake-page.js'

const carla = 'c0000000-0000-4000-8000-000000000000'
const dora = 'd0000000-0000-4000-8000-000000000000'
const SHARED = '__PAPERCUPS____CUSTOMER_ID__'
const known = (id: string | null) => new Map([[SHARED + TOKEN, JSON.stringify(id)]])
const conversation = { id: 'k', messages: [{ user_id: 7, seen_at: '2026-01-01T00:00:00Z' }] }

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('two accounts on one site have a visitor each', async () => {
  const local = new Map([[`${SHARED}another-account`, JSON.stringify(dora)]])
  const page = await openPage({ local })
  page.dispatch('papercups:open')
  page.report('customer:updated', { customerId: carla })
  expect(local.get(SHARED + TOKEN)).toBe(JSON.stringify(carla))
  expect(local.get(`${SHARED}another-account`)).toBe(JSON.stringify(dora))

  const later = await openPage({ local: new Map([...local, [SHARED, JSON.stringify(dora)]]) })
  later.dispatch('papercups:open')
  expect(later.frame()?.src).toContain(`customerId=${carla}`)
})

test('recognizes the visitor of a published loader', async () => {
  const page = await openPage({ local: new Map([[SHARED, JSON.stringify(carla)]]) })
  page.dispatch('papercups:open')
  expect(page.frame()?.src).toContain(`customerId=${carla}`)
  // The server does not know this id, because it belongs to another account.
  page.report('customer:updated', { customerId: null })
  expect(page.local.get(SHARED + TOKEN)).toBe('null')
  expect(page.local.get(SHARED)).toBe(JSON.stringify(carla))
})

test('a reset also clears the id for recorders', async () => {
  const local = new Map([...known(carla), [SHARED, JSON.stringify(carla)]])
  const page = await openPage({ local })
  page.dispatch('papercups:customer:set', null)
  page.report('chat:listening')
  expect(page.messagesToFrame()).toContain('papercups:reset')
  expect([local.get(SHARED), local.get(SHARED + TOKEN)]).toEqual(['null', 'null'])
})

test('another person in the same browser starts as a new visitor', async () => {
  const local = new Map([...known(carla), [`__PAPERCUPS__:external_id:${TOKEN}`, 'u1']])
  const page = await openPage({ local, config: { customer: { external_id: 'u2' } } })
  page.dispatch('papercups:open')
  expect(page.frame()?.src).not.toContain(carla)
})

test('a reset forgets the external id of the former person', async () => {
  const external = `__PAPERCUPS__:external_id:${TOKEN}`
  const page = await openPage({ local: new Map(known(carla)), config: { customer: { external_id: 'u1' } } })
  expect(page.local.get(external)).toBe('u1')
  page.dispatch('papercups:reset')
  expect(page.local.get(external)).toBe('')
  expect(page.local.get(SHARED + TOKEN)).toBe('null')
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

test('listens for replies again when the server asks for a new join', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const page = await openPage({ local: known(carla), answers: { 'conversations/customer': [conversation] } })
  page.push('presence_diff')
  vi.advanceTimersByTime(10_000)
  await page.settle()
  expect(page.lines).toHaveLength(1)
  page.push('phx_error')
  vi.advanceTimersByTime(10_000)
  await page.settle()
  expect(page.lines).toHaveLength(2)
})

test('reports a returning visitor to the team while the chat is closed', async () => {
  const config = { customer: { name: 'Carla' } }
  const page = await openPage({ config, local: known(carla), answers: { 'conversations/customer': [conversation] } })
  const body = page.bodyOf(`PUT customers/${carla}/metadata`)
  expect(body).toMatchObject({ metadata: { name: 'Carla', current_url: 'https://shop.example/cart' } })
  expect(page.lines).toHaveLength(1)
  expect(page.frame()).toBeUndefined()
})

test('reports nothing for an id without a conversation, which may be another account’s', async () => {
  const page = await openPage({ local: new Map([[SHARED, JSON.stringify(dora)]]) })
  expect(page.asked()).toEqual(['GET widget_settings', 'PUT widget_settings/metadata', 'GET conversations/customer'])
})

test('looks up an identified customer before the chat is opened', async () => {
  const config = { customer: { external_id: 'u 1&2' } }
  const received = vi.fn<(event: Event) => void>()
  const page = await openPage({ config, answers: { 'customers/identify': { customer_id: carla } } })
  expect(page.asked()).toContain('GET customers/identify')
  expect(page.local.get(SHARED + TOKEN)).toBe(JSON.stringify(carla))
  expect(page.lines).toHaveLength(1)
  page.listen('papercups:customer:set', received)
  page.dispatch('papercups:open')
  page.report('customer:updated', { customerId: carla })
  expect(received).not.toHaveBeenCalled()

  const stranger = await openPage({ config, answers: { 'customers/identify': { customer_id: null } } })
  expect(stranger.lines).toEqual([])
  expect(stranger.frame()).toBeUndefined()
})

test('identify works at once, whether the chat is loaded or not', async () => {
  let identify = (_: object) => {}
  const config = { onChatLoaded: (commands: { identify: (who: object) => void }) => (identify = commands.identify) }
  const page = await openPage({ config, local: known(carla) })
  identify({ email: 'carla@example.com' })
  await page.settle()
  expect(page.bodyOf(`PUT customers/${carla}/metadata`)).toMatchObject({ metadata: { email: 'carla@example.com' } })
  expect(page.frame()).toBeUndefined()

  const unknown = await openPage({ config })
  unknown.dispatch('papercups:identify')
  expect(unknown.frame()).toBeUndefined()
  identify({ email: 'dora@example.com' })
  await unknown.settle()
  unknown.report('chat:listening')
  expect(unknown.lastMessageToFrame('customer:update')).toMatchObject({
    customerId: null,
    metadata: { email: 'dora@example.com' },
  })
  expect(unknown.isOpen()).toBe(false)
})

test('finds the customer that the site names before it sends anything about them', async () => {
  const answers = { 'customers/identify': { customer_id: dora }, 'conversations/customer': [conversation] }
  const update = (id: string) => `PUT customers/${id}/metadata`
  // An anonymous visitor has written in this browser before.
  const page = await openPage({ config: { customer: { external_id: 'u1' } }, local: known(carla), answers })
  page.connect()
  expect(page.asked()).not.toContain(update(carla))
  expect(page.bodyOf(update(dora))).toMatchObject({ metadata: { external_id: 'u1' } })
  expect(page.local.get(SHARED + TOKEN)).toBe(JSON.stringify(dora))

  let identify = (_: object) => {}
  const config = { onChatLoaded: (commands: { identify: (who: object) => void }) => (identify = commands.identify) }
  const later = await openPage({ config, local: known(carla), answers: { ...answers, 'conversations/customer': [] } })
  identify({ external_id: 'u1' })
  await later.settle()
  later.connect()
  expect(later.asked()).not.toContain(update(carla))
  expect(later.bodyOf(update(dora))).toMatchObject({ metadata: { external_id: 'u1' } })
  expect(later.joined()).toEqual([`conversation:lobby:${dora}`])
  expect(later.frame()).toBeUndefined()

  // The chat creates a customer for somebody new.
  later.responses['customers/identify'] = { customer_id: null }
  identify({ external_id: 'u2' })
  await later.settle()
  later.report('chat:listening')
  expect(later.lastMessageToFrame('customer:update')).toMatchObject({ metadata: { external_id: 'u2' } })
  expect(later.asked().filter((call) => call.startsWith('PUT customers/'))).toEqual([update(dora)])
})

test('another person gets nothing of the former one, whose badge and popup disappear', async () => {
  let identify = (_: object) => {}
  const onChatLoaded = (commands: { identify: (who: object) => void }) => (identify = commands.identify)
  const config = { customer: { external_id: 'u1', email: 'carla@example.com' }, onChatLoaded }
  const page = await openPage({ config })
  page.dispatch('papercups:open')
  page.dispatch('papercups:close')
  page.report('messages:unseen', { count: 2 })
  expect(page.frame()?.style.cssText).toContain('height:200px')
  expect(page.badge()).toBe('display:block')
  identify({ external_id: 'u2', name: 'Dora' })
  const events = page.messagesToFrame()
  expect(events.indexOf('papercups:reset')).toBeLessThan(events.lastIndexOf('customer:update'))
  const update = page.lastMessageToFrame('customer:update') as { metadata: object }
  expect(update.metadata).toMatchObject({ external_id: 'u2', name: 'Dora' })
  expect(update.metadata).not.toHaveProperty('email')
  expect(page.frame()?.style.cssText).toContain('visibility:hidden')
  expect(page.badge()).toBe('display:none')

  // More about the same person is added.
  identify({ name: 'Dora D.' })
  expect(page.lastMessageToFrame('customer:update')).toMatchObject({ metadata: { external_id: 'u2', name: 'Dora D.' } })
})

test('proves who the customer is when it tells the server about them', async () => {
  const config = { customer: { external_id: 'u1' }, userHash: 'of u1' }
  const answers = { 'customers/identify': { customer_id: carla }, 'conversations/customer': [conversation] }
  const page = await openPage({ config, answers })
  expect(page.bodyOf(`PUT customers/${carla}/metadata`)).toMatchObject({ user_hash: 'of u1' })
})

test('a removed widget does not listen again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const page = await openPage({ local: known(carla) })
  page.remove()
  page.push('phx_error')
  vi.advanceTimersByTime(10_000)
  await page.settle()
  expect(page.lines).toHaveLength(1)
})

test('a missing external id as text is nobody’s', async () => {
  const page = await openPage({ config: { customer: { external_id: 'undefined' } }, local: known(carla) })
  expect(page.asked()).not.toContain('GET customers/identify')
  expect(page.lines).toHaveLength(1)
})

test.each([429, 500])('asks for the conversation again after a %i', async (status) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const page = await openPage({ local: known(carla), answers: { 'conversations/customer': status } })
  expect(page.lines).toEqual([])
  page.responses['conversations/customer'] = [{ id: 'k', messages: [] }]
  vi.advanceTimersByTime(30_000)
  await page.settle()
  page.connect()
  expect(page.joined()).toEqual(['conversation:k'])
})

test('joins again after a refused join, and the longer the later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const page = await openPage({ local: known(carla) })
  page.push('phx_reply', { status: 'ok', response: {} })
  page.push('phx_reply', { status: 'error', response: { reason: 'join crashed' } })
  vi.advanceTimersByTime(59_000)
  await page.settle()
  expect(page.lines).toHaveLength(1)
  vi.advanceTimersByTime(1000)
  await page.settle()
  expect(page.lines).toHaveLength(2)
})

test('listens for an agent who writes first to a visitor that the recorder has announced', async () => {
  const page = await openPage()
  expect(page.lines).toEqual([])
  page.dispatch('storytime:customer:set', carla)
  await page.settle()
  page.connect()
  expect(page.joined()).toEqual([`conversation:lobby:${carla}`])

  const hidden = await openPage({ answers: { widget_settings: 403 } })
  hidden.dispatch('storytime:customer:set', carla)
  await hidden.settle()
  expect(hidden.lines).toEqual([])
})

test('a site that is refused causes no error', async () => {
  const config = { customer: { external_id: 'u1' } }
  const page = await openPage({ config, answers: { 'customers/identify': 403 } })
  expect(page.lines).toEqual([])
  expect(page.button()).toBeDefined()
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

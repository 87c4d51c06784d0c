import { afterEach, expect, test, vi } from 'vitest'
import { SHARED, TOKEN, carla, conversation, dora, known, openPage } from './fake-page.js'

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

test('a missing external id as text is nobody’s', async () => {
  const page = await openPage({ config: { customer: { external_id: 'undefined' } }, local: known(carla) })
  expect(page.asked()).not.toContain('GET customers/identify')
  expect(page.lines).toHaveLength(1)
})

import { afterEach, expect, test, vi } from 'vitest'
import { SHARED, carla, conversation, dora, known, openPage } from './fake-page.js'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
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

test('a removed widget does not listen again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const page = await openPage({ local: known(carla) })
  page.remove()
  page.push('phx_error')
  vi.advanceTimersByTime(10_000)
  await page.settle()
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

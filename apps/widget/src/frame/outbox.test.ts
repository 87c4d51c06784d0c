import { expect, test } from 'vitest'
import { createOutbox, uuid } from './outbox.js'
import { openStore, readKept } from './storage.js'

function fakeStorage(initial: Record<string, string> = {}) {
  const data = new Map(Object.entries(initial))
  return {
    data,
    getItem: (key: string) => data.get(key) ?? null,
    setItem: (key: string, value: string) => void data.set(key, value),
    removeItem: (key: string) => void data.delete(key),
  }
}
const denied = () => {
  throw new Error('denied')
}

test('what was typed before a reload is there after it, in order and with the same ids', () => {
  const storage = fakeStorage()
  const before = createOutbox(
    openStore(() => storage),
    'a:outbox',
  )
  const first = before.add('one')
  const second = before.add('two', { metadata: { reply_action: 'x' } })

  const after = createOutbox(
    openStore(() => storage),
    'a:outbox',
  )
  expect(after.entries()).toEqual([first, second])
  after.remove(first.client_message_id)
  expect(after.next()).toEqual(second)
  expect(before.entries()).toEqual([second])
})

test('a refused message waits for the visitor and holds up nobody', () => {
  const outbox = createOutbox(openStore(denied), 'a:outbox')
  const { client_message_id: id } = outbox.add('bad')
  const good = outbox.add('good')
  outbox.refuse(id, 'too long')

  expect(outbox.next()).toEqual(good)
  expect(outbox.entries()[0]?.refused).toBe('too long')
  outbox.retry(id)
  expect(outbox.next()).toMatchObject({ client_message_id: id, body: 'bad' })
  expect(outbox.next()).not.toHaveProperty('refused')
})

test.each(['', '{', '{}', 'null', '[1,null,{"body":"x"}]'])('storage that holds %j is an empty outbox', (junk) => {
  const storage = fakeStorage({ 'a:outbox': junk })
  const outbox = createOutbox(
    openStore(() => storage),
    'a:outbox',
  )
  expect(outbox.entries()).toEqual([])
  outbox.add('fine')
  expect(outbox.entries()).toHaveLength(1)
})

test('where storage is denied, the page keeps everything and hands it back', () => {
  let kept = {}
  const outbox = createOutbox(
    openStore(denied, {}, (all) => (kept = all)),
    'a:outbox',
  )
  const entry = outbox.add('kept')

  const hash = '#' + encodeURIComponent(JSON.stringify(kept))
  const reloaded = createOutbox(openStore(denied, readKept(hash)), 'a:outbox')
  expect(reloaded.entries()).toEqual([entry])
})

test('where storage works, the page only learns that something is left to send', () => {
  const storage = fakeStorage()
  let kept: object | undefined
  const store = openStore(
    () => storage,
    { 'a:outbox': 'what a stranger wrote' },
    (all) => (kept = all),
  )
  expect(store.get('a:outbox')).toBeNull()
  store.set('a:draft', 'x')
  expect(kept).toBeUndefined()
  store.set('a:outbox', '[]')
  expect(kept).toEqual({ 'a:outbox': '[]' })
  store.set('a:outbox', null)
  expect(kept).toEqual({})
})

test('storage that is full costs nothing but the disk', () => {
  const storage = fakeStorage()
  const store = openStore(() => ({ ...storage, setItem: denied }))
  store.set('k', 'v')
  expect(store.get('k')).toBe('v')
})

test.each(['', '#', '#%', '#%7B', '#{"a":1}', '#[]'])('a page that hands back %j hands back nothing', (hash) => {
  expect(readKept(hash)).toEqual({})
})

test('ids are version 4', () => {
  const ids = new Set(Array.from({ length: 100 }, uuid))
  expect(ids.size).toBe(100)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

import { createOutbox } from '@papercups/client-core'
import { expect, test } from 'vitest'
import { openStore, readKept } from './storage.js'

function fakeStorage(initial: Record<string, string> = {}) {
  const data = new Map(Object.entries(initial))
  return {
    get length() {
      return data.size
    },
    key: (index: number) => [...data.keys()][index] ?? null,
    getItem: (key: string) => data.get(key) ?? null,
    setItem: (key: string, value: string) => void data.set(key, value),
    removeItem: (key: string) => void data.delete(key),
  }
}
const denied = () => {
  throw new Error('denied')
}

test('where storage is denied, the page keeps everything and hands it back', () => {
  let kept = {}
  const open = (store = openStore(denied, {}, (all) => (kept = all))) =>
    createOutbox<{ body: string }>(store, 'a:outbox:')
  const outbox = open()
  const sent = outbox.add({ body: 'sent' })
  const entry = outbox.add({ body: 'kept' })
  outbox.remove(sent.client_message_id)

  const hash = '#' + encodeURIComponent(JSON.stringify(kept))
  expect(open(openStore(denied, readKept(hash))).entries()).toEqual([entry])
})

test('where storage works, the page only learns that something is left to send', () => {
  const storage = fakeStorage()
  let kept: object | undefined
  const store = openStore(
    () => storage,
    { 'a:outbox:1': 'what a stranger wrote' },
    (all) => (kept = all),
  )
  expect(store.keys()).toEqual([])
  store.set('a:draft', 'x')
  expect(kept).toBeUndefined()
  store.set('a:outbox:1', '{}')
  store.set('a:outbox:2', '{}')
  expect(kept).toEqual({ 'a:outbox:1': '{}', 'a:outbox:2': '{}' })
  store.set('a:outbox:1', null)
  store.set('a:outbox:2', null)
  expect(kept).toEqual({})
  expect(store.keys()).toEqual(['a:draft'])
})

test('works in memory when the storage is full', () => {
  const storage = fakeStorage({ old: '1' })
  const store = openStore(() => ({ ...storage, length: 1, setItem: denied }))
  store.set('k', 'v')
  expect(store.get('k')).toBe('v')
  expect(store.keys()).toEqual(['k', 'old'])
})

test.each(['', '#', '#%', '#%7B', '#{"a":1}', '#[]'])('ignores %j as an answer of the page', (hash) => {
  expect(readKept(hash)).toEqual({})
})

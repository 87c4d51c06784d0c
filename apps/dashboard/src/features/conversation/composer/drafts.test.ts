import { expect, test, vi } from 'vitest'
import { safeStorage } from '../../../lib/storage.js'
import { createDrafts, draftKey, NO_TEXT } from './drafts.js'

const KEY = draftKey(1, 'c')
const invoice = {
  id: 'f',
  object: 'file' as const,
  file_url: '/f',
  content_type: 'application/pdf',
  filename: 'a.pdf',
  size: 9,
}

function setUp() {
  const kept = new Map<string, string>()
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return { kept, store, reload: () => createDrafts(store) }
}

test('keeps reply and note separate, with mentions and files, after a reload', () => {
  const { reload } = setUp()
  const drafts = reload()
  drafts.changeText(KEY, 'reply', { body: 'Dear Carla', files: [invoice] })
  drafts.changeText(KEY, 'note', { body: '@Ben?', mentions: [{ id: 2, display_name: 'Ben' }] })
  drafts.change(KEY, { mode: 'note', seen_seq: 4 })

  expect(reload().read(KEY)).toEqual({
    mode: 'note',
    reply: { body: 'Dear Carla', mentions: [], files: [invoice], email: null },
    note: { body: '@Ben?', mentions: [{ id: 2, display_name: 'Ben' }], files: [], email: null },
    seen_seq: 4,
  })
  expect(reload().read(draftKey(2, 'c')).reply).toEqual(NO_TEXT)
  expect(reload().read(draftKey(1, 'other')).reply).toEqual(NO_TEXT)
})

test('removes a sent draft from the storage', () => {
  const { kept, reload } = setUp()
  const drafts = reload()
  drafts.changeText(KEY, 'reply', { body: 'Hello' })
  expect(kept.size).toBe(1)
  drafts.changeText(KEY, 'reply', NO_TEXT)
  expect(kept.size).toBe(0)
})

test('notifies subscribers of every change, and reads a draft without subscribers again', () => {
  const { reload } = setUp()
  const [drafts, otherWindow] = [reload(), reload()]
  const listener = vi.fn()
  const stop = drafts.subscribe(KEY, listener)
  const before = drafts.read(KEY)
  expect(drafts.read(KEY)).toBe(before)
  drafts.changeText(KEY, 'reply', { body: 'Hello' })
  expect(listener).toHaveBeenCalledTimes(1)

  stop()
  otherWindow.changeText(KEY, 'reply', { body: 'Later' })
  expect(drafts.read(KEY).reply.body).toBe('Later')
})

test('keeps the draft on the screen when the storage is full or forbidden', () => {
  const full = safeStorage(() => {
    throw new Error('denied')
  })
  const drafts = createDrafts(full)
  const stop = drafts.subscribe(KEY, () => undefined)
  drafts.changeText(KEY, 'reply', { body: 'Still here' })
  stop()
  expect(drafts.read(KEY).reply.body).toBe('Still here')
})

test('ignores invalid values in the storage', () => {
  const { kept, reload } = setUp()
  for (const strange of ['{', 'null', '7', '"text"']) {
    kept.set(KEY, strange)
    expect(reload().read(KEY).reply.body).toBe('')
  }
})

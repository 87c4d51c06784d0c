import { expect, test, vi } from 'vitest'
import { createOutbox } from './outbox.js'
import { twoTabs } from './two-tabs.js'

interface Draft {
  body: string
  metadata?: object
}
const open = (store = twoTabs().a, changed?: () => void) => createOutbox<Draft>(store, 'a:outbox:', changed)
const bodies = ({ entries }: ReturnType<typeof open>) => entries().map(({ body }) => body)

test('keeps messages across page loads, in order and with their ids', () => {
  const { a } = twoTabs()
  const before = open(a)
  const first = before.add({ body: 'one' })
  const second = before.add({ body: 'two', metadata: { reply_action: 'x' } })

  const after = open(a)
  expect(after.entries()).toEqual([first, second])
  after.remove(first.client_message_id)
  expect(before.entries()).toEqual([second])
})

test('loses nothing when two tabs write at the same moment', () => {
  const { a, b, sync } = twoTabs()
  const [tabA, tabB] = [open(a), open(b)]
  tabA.add({ body: 'from A' })
  tabB.add({ body: 'from B' })
  sync()
  expect(bodies(tabA).sort()).toEqual(['from A', 'from B'])
  expect(bodies(tabB).sort()).toEqual(['from A', 'from B'])
})

test('loses nothing when one tab sends its message while another has one that failed', () => {
  const { a, b, sync } = twoTabs()
  const [tabA, tabB] = [open(a), open(b)]
  const failed = tabA.add({ body: 'from A' })
  tabA.fail(failed.client_message_id, 'offline', false)
  const sent = tabB.add({ body: 'from B' })
  tabB.remove(sent.client_message_id)
  sync()
  expect(bodies(tabA)).toEqual(['from A'])
  expect(bodies(tabB)).toEqual(['from A'])
})

test('keeps the order of messages that were written in the same millisecond', () => {
  vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
  const outbox = open()
  const written = Array.from({ length: 20 }, (_, index) => `${index}`)
  for (const body of written) outbox.add({ body })
  expect(bodies(outbox)).toEqual(written)
})

test('keeps the error of a message until it is retried', () => {
  const outbox = open()
  const { client_message_id: id } = outbox.add({ body: 'bad' })
  outbox.fail(id, 'too long', true)
  expect(outbox.entries()).toMatchObject([{ failure: 'too long', refused: true }])
  outbox.retry(id)
  expect(outbox.entries()[0]).not.toHaveProperty('failure')
  expect(outbox.entries()[0]).not.toHaveProperty('refused')
})

test('does not bring back a message that another tab has sent', () => {
  const { a, b, sync } = twoTabs()
  const [tabA, tabB] = [open(a), open(b)]
  const { client_message_id: id } = tabA.add({ body: 'once' })
  sync()
  tabB.remove(id)
  sync()
  tabA.fail(id, 'offline', false)
  expect(tabA.entries()).toEqual([])
})

test.each(['', '{', '{}', 'null', '1', '{"body":"x"}'])('ignores an entry that reads %j', (junk) => {
  const { a } = twoTabs()
  a.set('a:outbox:junk', junk)
  const outbox = open(a)
  expect(outbox.entries()).toEqual([])
  outbox.add({ body: 'fine' })
  expect(bodies(outbox)).toEqual(['fine'])
})

test('clears its own keys only, and reports each change', () => {
  const { a } = twoTabs()
  const changed = vi.fn()
  a.set('a:draft', 'x')
  const outbox = open(a, changed)
  outbox.add({ body: 'one' })
  expect(changed).toHaveBeenCalledTimes(1)
  outbox.clear()
  expect(changed).toHaveBeenCalledTimes(2)
  expect(a.keys()).toEqual(['a:draft'])
})

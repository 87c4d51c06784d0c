import { expect, test } from 'vitest'
import { CallSlots } from './call-slots.js'

/** Work that ends when the test says so. */
function startWork(slots: CallSlots, account_id: string) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, account = account_id, patience_ms?: number) =>
    slots.run(
      account,
      () => {
        begun.push(name)
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
      },
      patience_ms,
    )
  return { begun, start, end: (name: string) => ends.get(name)?.() }
}

test('half of the connections for all, and a quarter for one account', async () => {
  const slots = new CallSlots(8)
  const { begun, start, end } = startWork(slots, 'acme')
  const acme = ['a1', 'a2', 'a3'].map((name) => start(name))
  const globex = ['g1', 'g2', 'g3'].map((name) => start(name, 'globex'))
  await new Promise(setImmediate)
  expect(begun).toEqual(['a1', 'a2', 'g1', 'g2'])
  end('g1')
  await globex[0]
  await new Promise(setImmediate)
  expect(begun.at(-1)).toBe('g3')
  for (const name of ['a1', 'a2', 'g2', 'g3']) end(name)
  await Promise.all([...acme.slice(0, 2), ...globex])
  await new Promise(setImmediate)
  expect(begun.at(-1)).toBe('a3')
  end('a3')
  expect(await acme[2]).toBe('a3')
})

test('who waits too long is refused, and work that fails gives its slot back', async () => {
  const slots = new CallSlots(2)
  const { start, end } = startWork(slots, 'acme')
  const first = start('first')
  await expect(start('second', 'acme', 1)).rejects.toMatchObject({ status: 503 })
  end('first')
  await first
  await expect(slots.run('acme', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await slots.run('acme', () => Promise.resolve('works'))).toBe('works')
})

import { expect, test } from 'vitest'
import { inGroups } from './in-groups.js'
import type { Platform } from './platform.js'

const platform = {} as Platform

/** Each group waits until the test lets it finish. */
function heldWork(most: number) {
  const groups: number[][] = []
  const held: Array<{ finish(): void; fail(error: Error): void }> = []
  const add = inGroups<number, number>({
    most,
    async run(items) {
      groups.push(items)
      await new Promise<void>((finish, fail) => held.push({ finish, fail }))
      return items.map((item) => item * 10)
    },
  })
  return { add, groups, held }
}

test('starts at once, and does together what comes meanwhile', async () => {
  const { add, groups, held } = heldWork(3)
  const results = [1, 2, 3, 4, 5].map((item) => add(platform, 'acme', item))
  expect(groups).toEqual([[1]])

  held[0]?.finish()
  expect(await results[0]).toBe(10)
  await expect.poll(() => groups).toEqual([[1], [2, 3, 4]])
  held[1]?.finish()
  expect(await Promise.all(results.slice(0, 4))).toEqual([10, 20, 30, 40])
  const late = add(platform, 'acme', 6)
  await expect.poll(() => groups.length).toBe(3)
  held[2]?.finish()
  await results[4]
  held[3]?.finish()
  expect(await late).toBe(60)
  expect(groups.slice(2).flat()).toEqual([5, 6])
})

test('keeps keys apart, and a new caller after the last group starts at once', async () => {
  const { add, groups, held } = heldWork(3)
  const acme = add(platform, 'acme', 1)
  const globex = add(platform, 'globex', 2)
  expect(groups).toEqual([[1], [2]])
  for (const { finish } of held) finish()
  expect(await Promise.all([acme, globex])).toEqual([10, 20])

  void add(platform, 'acme', 3)
  expect(groups).toEqual([[1], [2], [3]])
})

test('a group that fails does not stop the next one', async () => {
  const { add, held } = heldWork(1)
  const [first, second] = [add(platform, 'acme', 1), add(platform, 'acme', 2)]
  held[0]?.fail(new Error('no'))
  await expect(first).rejects.toThrow('no')
  await expect.poll(() => held.length).toBe(2)
  held[1]?.finish()
  expect(await second).toBe(20)
})

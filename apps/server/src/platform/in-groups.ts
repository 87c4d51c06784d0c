import type { Platform } from './platform.js'

interface Waiting<I, O> {
  item: I
  resolve(result: O | Promise<O>): void
  reject(error: unknown): void
}

export interface GroupedWork<I, O> {
  /** The largest group. */
  most: number
  /** Returns the results in the order of the items. If it throws, all items have failed. */
  run(items: I[], platform: Platform): Promise<Array<O | Promise<O>>>
}

/**
 * Does the work of several callers together. The first caller's starts at once. Callers that come while it runs are the next
 * group. `key` says which work belongs together.
 */
export function inGroups<I, O>({ most, run }: GroupedWork<I, O>) {
  /** By platform and key. A list exists while a group runs. */
  const waiting = new WeakMap<Platform, Map<string, Array<Waiting<I, O>>>>()

  async function runAll(lists: Map<string, Array<Waiting<I, O>>>, key: string, platform: Platform) {
    const list = lists.get(key) ?? []
    while (list.length > 0) {
      const group = list.splice(0, most)
      try {
        const items = group.map(({ item }) => item)
        const results = await run(items, platform)
        for (const [at, { resolve }] of group.entries()) resolve(results[at] as O)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    lists.delete(key)
  }

  return (platform: Platform, key: string, item: I) =>
    new Promise<O>((resolve, reject) => {
      const lists = waiting.get(platform) ?? new Map<string, Array<Waiting<I, O>>>()
      waiting.set(platform, lists)
      const list = lists.get(key)
      if (list) return void list.push({ item, resolve, reject })
      lists.set(key, [{ item, resolve, reject }])
      void runAll(lists, key, platform)
    })
}

import type { Platform } from '../../../platform/platform.js'
import { changeUsage } from './unscoped.js'

interface Change {
  bytes: number
  done(used: Map<string, number>): void
  failed(error: unknown): void
}

/** By platform and keys. A list exists while a statement for these keys runs. */
const waiting = new WeakMap<Platform, Map<string, Change[]>>()

/**
 * Adds to the bytes of each key and returns the sums after this change. All uploads of an account change one row, and they
 * would wait for each other's commit. So changes that come while a statement runs are written by the next one together.
 */
export function changeUsageTogether(platform: Platform, keys: string[], bytes: number): Promise<Map<string, number>> {
  if (keys.length === 0) return Promise.resolve(new Map())
  const lists = waiting.get(platform) ?? new Map<string, Change[]>()
  waiting.set(platform, lists)
  const id = keys.join(' ')
  return new Promise((done, failed) => {
    const change = { bytes, done, failed }
    const list = lists.get(id)
    if (list) list.push(change)
    else {
      lists.set(id, [])
      void writeAll(platform, keys, lists, id, [change])
    }
  })
}

async function writeAll(platform: Platform, keys: string[], lists: Map<string, Change[]>, id: string, first: Change[]) {
  for (let changes = first; changes.length > 0; changes = lists.get(id)?.splice(0) ?? [])
    await write(platform, keys, changes)
  lists.delete(id)
}

async function write(platform: Platform, keys: string[], changes: Change[]) {
  try {
    const all = changes.reduce((sum, { bytes }) => sum + bytes, 0)
    const used = await changeUsage(platform, keys, all)
    let later = all
    for (const { bytes, done } of changes) {
      later -= bytes
      done(new Map(Array.from(used, ([key, sum]) => [key, sum - later])))
    }
  } catch (error) {
    for (const { failed } of changes) failed(error)
  }
}

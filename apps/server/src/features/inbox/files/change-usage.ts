import { inGroups } from '../../../platform/in-groups.js'
import type { Platform } from '../../../platform/platform.js'
import { changeUsage } from './unscoped.js'

/**
 * Adds to the bytes of each key and returns the sums after this change. All uploads of an account change one row, and they
 * would wait for each other's commit. So changes that come while a statement runs are written by the next one together.
 */
export async function changeUsageTogether(platform: Platform, keys: string[], bytes: number) {
  return keys.length === 0 ? new Map<string, number>() : changeTogether(platform, keys.join(' '), { keys, bytes })
}

const changeTogether = inGroups<{ keys: string[]; bytes: number }, Map<string, number>>({
  most: Infinity,
  async run(changes, platform) {
    let later = changes.reduce((sum, { bytes }) => sum + bytes, 0)
    const used = await changeUsage(platform, changes[0]?.keys ?? [], later)
    return changes.map(({ bytes }) => {
      later -= bytes
      return new Map(Array.from(used, ([key, sum]) => [key, sum - later]))
    })
  },
})

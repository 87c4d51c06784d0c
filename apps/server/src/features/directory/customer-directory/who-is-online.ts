import type { Platform } from '../../../platform/platform.js'

/** More are not told apart from those who were there a moment ago. */
const MAX_ONLINE = 2_000

export async function whoIsOnline({ realtime }: Platform, account_id: string) {
  const keys = Object.keys(await realtime.presence(`notification:${account_id}`))
  return keys.flatMap((key) => (key.startsWith('customer:') ? [key.slice('customer:'.length)] : [])).slice(-MAX_ONLINE)
}

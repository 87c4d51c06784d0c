import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import type { Platform } from '../../platform/platform.js'
import { callAsApp, readPageAsApp } from './github-api.js'
import { missingSettings } from './settings.js'

const PATH = '/app/hook/deliveries'
const DAY_MS = 24 * 3_600_000
/** Of a hundred deliveries each. */
const MAX_PAGES = 20
/** An event that fails this often would fail again. */
const MAX_ATTEMPTS = 20

/** A call of our webhook: https://docs.github.com/en/rest/apps/webhooks */
interface Delivery {
  id: number
  /** The same for all attempts to deliver one event. */
  guid: string
  delivered_at: string
  status_code: number
}

/** GitHub does not repeat a call that failed, for example because this server was down. So it is asked to. */
export async function redeliverLost(platform: Platform) {
  if (missingSettings(platform).length > 0) return
  try {
    for (const id of await listUndelivered(platform)) await callAsApp(platform, 'POST', `${PATH}/${id}/attempts`, {})
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    platform.log.warn({ err: error }, 'github: lost calls could not be asked for')
  }
}

/** One attempt of each event of the last day that never reached us. Oldest first. */
async function listUndelivered(platform: Platform) {
  const events = new Map<string, { id: number; attempts: number; has_arrived: boolean }>()
  let cursor: string | null = ''
  for (let page = 0; cursor !== null && page < MAX_PAGES; page += 1) {
    const query = new URLSearchParams({ per_page: '100', ...(cursor && { cursor }) })
    const { items, cursor: next } = await readPageAsApp<Delivery>(platform, `${PATH}?${query.toString()}`)
    const recent = items.filter(({ delivered_at }) => Date.parse(delivered_at) > Date.now() - DAY_MS)
    for (const { id, guid, status_code } of recent) {
      const { attempts = 0, has_arrived = false } = events.get(guid) ?? {}
      events.set(guid, { id, attempts: attempts + 1, has_arrived: has_arrived || wasHandled(status_code) })
    }
    cursor = recent.length < items.length ? null : next
  }
  const lost = [...events.values()].filter(({ has_arrived, attempts }) => !has_arrived && attempts < MAX_ATTEMPTS)
  return lost.map(({ id }) => id).toReversed()
}

/** Also a refusal: it would be the same again. 408 and 429 are of a proxy or a limit. */
const wasHandled = (status: number) => status >= 200 && status < 500 && status !== 408 && status !== 429

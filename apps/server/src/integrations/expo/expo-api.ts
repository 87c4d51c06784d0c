import { callService, readJson } from '../../features/channels/chat-services/call-service.js'
import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import type { Platform } from '../../platform/platform.js'

/** See https://docs.expo.dev/push-notifications/sending-notifications/. */
export interface Push {
  to: string
  badge: number
  title?: string
  body?: string
  data?: Record<string, unknown>
}

interface Ticket {
  status?: string
  details?: { error?: string }
}

/** What Expo takes in one call. */
const AT_ONCE = 100

/** Tokens that Expo refuses, for example after the app was removed, are returned. Throws when Expo does not answer. */
export async function sendPushes(platform: Platform, pushes: Push[]): Promise<string[]> {
  const refused: string[] = []
  for (let at = 0; at < pushes.length; at += AT_ONCE) {
    const batch = pushes.slice(at, at + AT_ONCE)
    const tickets = await sendBatch(platform, batch)
    for (const [index, { details }] of tickets.entries()) {
      const { to } = batch[index] ?? {}
      if (to && details?.error === 'DeviceNotRegistered') refused.push(to)
    }
  }
  return refused
}

async function sendBatch(platform: Platform, batch: Push[]) {
  const { expo_url, expo_access_token } = platform.config
  const response = await callService(platform, `${expo_url}/--/api/v2/push/send`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(expo_access_token && { authorization: `Bearer ${expo_access_token}` }),
    },
    body: JSON.stringify(batch),
  })
  const answer = readJson<{ data?: Ticket[]; errors?: Array<{ code?: string }> }>(response)
  if (response.status !== 200 || !Array.isArray(answer?.data))
    throw new ServiceError('refused', answer?.errors?.[0]?.code ?? `status ${response.status}`)
  return answer.data
}

import {
  callService,
  readJson,
  ServiceAnswerError,
  unlessRefused,
} from '../../features/channels/chat-services/call-service.js'
import { ServiceError, type Connection } from '../../features/channels/chat-services/chat-service.js'
import type { Platform } from '../../platform/platform.js'

/** Lists and threads are long. */
const MAX_BYTES = 4_000_000

/** The property of our posts. It holds the id of their delivery. */
export const MARK = 'papercups_delivery'

/** A server and the token of the bot that calls it. */
export interface MattermostAccount {
  url: string
  token: string
}

export const accountOf = ({ details, secrets }: Connection): MattermostAccount => ({
  url: String(details.mattermost_url ?? ''),
  token: secrets.access_token ?? '',
})

/** https://developers.mattermost.com/api-documentation/ */
export async function callMattermost<T extends object>(
  platform: Platform,
  { url, token }: MattermostAccount,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  values?: object,
): Promise<T> {
  const response = await callService(platform, `${url}/api/v4/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(values && { 'content-type': 'application/json' }) },
    ...(values && { body: JSON.stringify(values) }),
    max_bytes: MAX_BYTES,
  })
  const { status } = response
  const answer = readJson<T & { message?: unknown }>(response)
  if (!answer) throw new ServiceError('unavailable', `unreadable (status ${status})`)
  if (status < 300) return answer
  throw new ServiceAnswerError(status, typeof answer.message === 'string' ? answer.message : `status ${status}`)
}

/** Undefined if Mattermost does not know it, or does not show it to us. */
export const readIfShown = <T extends object>(platform: Platform, access: MattermostAccount, path: string) =>
  unlessRefused(callMattermost<T>(platform, access, 'GET', path))

/** As far as it is read. */
export interface MattermostPost {
  id: string
  channel_id: string
  user_id: string
  /** Empty for a post that starts a thread. */
  root_id: string
  message: string
  /** Empty for a post that a person wrote. */
  type: string
  create_at: number
  file_ids?: string[] | null
  props?: Record<string, unknown> | null
}

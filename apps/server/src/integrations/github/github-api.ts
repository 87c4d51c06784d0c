import {
  callService,
  readJson,
  ServiceAnswerError,
  tooOften,
} from '../../features/channels/chat-services/call-service.js'
import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import type { OutboundResponse } from '../../platform/outbound/outbound.js'
import type { Platform } from '../../platform/platform.js'
import { appToken } from './app-token.js'
import { githubUrls } from './github-urls.js'

/** Lists of repositories and issues are long. */
const MAX_BYTES = 4_000_000
/** A token lives for an hour. */
const KEPT_MS = 50 * 60_000

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** https://docs.github.com/en/rest. Redirects of renamed and moved repositories are followed. */
export async function callGithub<T extends object>(...call: Parameters<typeof requestGithub>): Promise<T> {
  return (await requestGithub<T>(...call)).answer
}

async function requestGithub<T extends object>(
  platform: Platform,
  token: string,
  method: Method,
  path: string,
  values?: object,
): Promise<{ answer: T; headers: OutboundResponse['headers'] }> {
  const response = await callService(platform, `${githubUrls(platform).api}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
      ...(values && { 'content-type': 'application/json' }),
    },
    ...(values && { body: JSON.stringify(values) }),
    max_bytes: MAX_BYTES,
  })
  const { status, headers } = response
  const answer = readJson<T & { message?: unknown }>(response)
  // No content, and accepted.
  if (!answer && (status === 204 || status === 202)) return { answer: {} as T, headers }
  if (!answer) throw new ServiceError('unavailable', `unreadable (status ${status})`)
  if (status < 300) return { answer, headers }
  const reason = typeof answer.message === 'string' ? answer.message : `status ${status}`
  // GitHub limits calls with 403, too.
  if (status === 403 && (headers['retry-after'] || headers['x-ratelimit-remaining'] === '0'))
    throw tooOften(reason, { ...response, headers: { 'retry-after': secondsLeft(headers) } })
  throw new ServiceAnswerError(status, reason)
}

/** As the app itself, not as one of its installations. If GitHub refuses its key, an operator has to change the settings. */
export async function callAsApp<T extends object>(platform: Platform, method: Method, path: string, values?: object) {
  return (await requestAsApp<T>(platform, method, path, values)).answer
}

/** One page of a list, and the cursor of the next one: https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api */
export async function readPageAsApp<T>(platform: Platform, path: string) {
  const { answer, headers } = await requestAsApp<T[]>(platform, 'GET', path)
  const link = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
  const cursor = link && URL.canParse(link) ? new URL(link).searchParams.get('cursor') : null
  return { items: answer, cursor }
}

async function requestAsApp<T extends object>(platform: Platform, method: Method, path: string, values?: object) {
  try {
    return await requestGithub<T>(platform, appToken(platform), method, path, values)
  } catch (error) {
    if (!(error instanceof ServiceAnswerError) || error.status !== 401) throw error
    throw new ServiceError('unavailable', `GitHub does not accept the key of the app (${error.message})`)
  }
}

function secondsLeft(headers: {
  'retry-after'?: string | undefined
  'x-ratelimit-reset'?: string | string[] | undefined
}) {
  const reset = Number(headers['x-ratelimit-reset']) - Date.now() / 1_000
  return headers['retry-after'] ?? String(Math.max(1, Math.ceil(Number.isFinite(reset) ? reset : 60)))
}

interface KeptToken {
  token: Promise<string>
  until: number
}

const kept = new WeakMap<Platform, Map<string, KeptToken>>()

/** The token of an installation. Calls at the same time ask for it once. */
export async function installationToken(platform: Platform, installation_id: string): Promise<string> {
  const tokens = kept.get(platform) ?? new Map<string, KeptToken>()
  kept.set(platform, tokens)
  const known = tokens.get(installation_id)
  if (known && known.until > Date.now()) return known.token
  const path = `/app/installations/${encodeURIComponent(installation_id)}/access_tokens`
  const asked = callAsApp<{ token: string }>(platform, 'POST', path, {})
  const token = asked.then((answer) => answer.token)
  tokens.set(installation_id, { token, until: Date.now() + KEPT_MS })
  token.catch(() => tokens.delete(installation_id))
  return token
}

/** After GitHub refused it, or after the installation ended. */
export const forgetToken = (platform: Platform, installation_id: string) => {
  kept.get(platform)?.delete(installation_id)
}

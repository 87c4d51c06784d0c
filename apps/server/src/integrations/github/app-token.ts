import { sign } from 'node:crypto'
import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import type { Platform } from '../../platform/platform.js'

/** GitHub accepts ten minutes at most, and clocks differ. */
const EARLIER_SECONDS = 60
const LATER_SECONDS = 9 * 60

/** The token with which the app itself calls: https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app */
export function appToken({ config: { github_app_id, github_private_key } }: Platform): string {
  if (!github_app_id || !github_private_key)
    throw new ServiceError('unavailable', 'GitHub is not set up on this server')
  const now = Math.floor(Date.now() / 1_000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iat: now - EARLIER_SECONDS, exp: now + LATER_SECONDS, iss: github_app_id }
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), github_private_key).toString('base64url')}`
}

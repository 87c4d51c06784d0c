import { callService, readJson, ServiceAnswerError } from '../../features/channels/chat-services/call-service.js'
import { ServiceError, type Connection } from '../../features/channels/chat-services/chat-service.js'
import type { Platform } from '../../platform/platform.js'
import { describeCode } from './error-codes.js'

const MAX_BYTES = 1_000_000

/** How to call Twilio. */
export interface TwilioAccount {
  account_sid: string
  auth_token: string
}

export const accountOf = ({ team_id, secrets }: Connection): TwilioAccount => ({
  account_sid: team_id ?? '',
  auth_token: secrets.auth_token ?? '',
})

export class TwilioError extends ServiceAnswerError {
  /** https://www.twilio.com/docs/api/errors */
  readonly code: number | undefined

  constructor(status: number, { code, message }: { code?: unknown; message?: unknown }) {
    const number = typeof code === 'number' ? code : undefined
    super(status, describeCode(number) ?? (typeof message === 'string' && message ? message : `status ${status}`))
    this.code = number
  }
}

export const authorizationOf = ({ account_sid, auth_token }: TwilioAccount) =>
  `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`

/** The path below an account. */
export const pathOf = ({ account_sid }: TwilioAccount) => `/2010-04-01/Accounts/${encodeURIComponent(account_sid)}/`

/** https://www.twilio.com/docs/messaging/api. With `form` it is a POST. */
export async function callTwilio<T extends object>(
  platform: Platform,
  account: TwilioAccount,
  path: string,
  form?: URLSearchParams,
): Promise<T> {
  const response = await callService(platform, `${platform.config.twilio_url}${pathOf(account)}${path}`, {
    method: form ? 'POST' : 'GET',
    headers: {
      authorization: authorizationOf(account),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form && { body: form.toString() }),
    max_bytes: MAX_BYTES,
  })
  const answer = readJson<T & { code?: unknown; message?: unknown }>(response)
  if (!answer) throw new ServiceError('unavailable', `unreadable (status ${response.status})`)
  if (response.status >= 300) throw new TwilioError(response.status, answer)
  return answer
}

/** As far as it is read. */
export interface TwilioMessage {
  sid: string
  body: string | null
  status: string
  date_created: string
}

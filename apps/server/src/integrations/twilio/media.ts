import { setTimeout as pause } from 'node:timers/promises'
import { callService } from '../../features/channels/chat-services/call-service.js'
import { ServiceError, type ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import type { IncomingFile } from '../../features/channels/chat-services/take-files.js'
import { FILE_BYTES } from '../../platform/http/body-limits.js'
import { accountOf, authorizationOf, pathOf } from './twilio-api.js'

/** A picture of an MMS that is still at Twilio. */
export interface SmsMedia {
  url: string
  content_type: string
}

const ATTEMPTS = 3
const PAUSE_MS = 500

export function fileOf(context: ServiceContext, media: SmsMedia, at: number): IncomingFile {
  const kind = /^[a-z]+\/([a-z0-9]{1,10})/i.exec(media.content_type)?.[1]?.toLowerCase()
  return { filename: `mms-${at + 1}${kind ? `.${kind}` : ''}`, download: () => download(context, media) }
}

/** The text matters more than a picture: without one, the SMS is stored all the same. */
async function download(context: ServiceContext, { url }: SmsMedia): Promise<Uint8Array | undefined> {
  if (!isOfTwilio(context, url)) return undefined
  for (let attempt = 1; ; attempt++) {
    try {
      const headers = { authorization: authorizationOf(accountOf(context.connection)) }
      const { status, truncated, body } = await callService(context.platform, url, { headers, max_bytes: FILE_BYTES })
      return status === 200 && !truncated ? body : undefined
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (attempt === ATTEMPTS) return undefined
      await pause(PAUSE_MS * attempt)
    }
  }
}

/** The token goes nowhere else. Twilio redirects to its file store, and the redirect drops the token. */
function isOfTwilio({ platform, connection }: ServiceContext, text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const own = new URL(platform.config.twilio_url)
  return url?.origin === own.origin && url.pathname.includes(pathOf(accountOf(connection)))
}

import { callService } from '../../features/channels/chat-services/call-service.js'
import type { ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import type { IncomingFile } from '../../features/channels/chat-services/take-files.js'
import { FILE_BYTES } from '../../platform/http/body-limits.js'
import { accountOf, authorizationOf, pathOf } from './twilio-api.js'

/** A picture of an MMS that is still at Twilio. */
export interface SmsMedia {
  url: string
  content_type: string
}

export function fileOf(context: ServiceContext, media: SmsMedia, at: number): IncomingFile {
  const kind = /^[a-z]+\/([a-z0-9]{1,10})/i.exec(media.content_type)?.[1]?.toLowerCase()
  return { filename: `mms-${at + 1}${kind ? `.${kind}` : ''}`, download: () => download(context, media) }
}

async function download(context: ServiceContext, { url }: SmsMedia): Promise<Uint8Array | undefined> {
  if (!isOfTwilio(context, url)) return undefined
  const headers = { authorization: authorizationOf(accountOf(context.connection)) }
  const { status, truncated, body } = await callService(context.platform, url, { headers, max_bytes: FILE_BYTES })
  return status === 200 && !truncated ? body : undefined
}

/** The token goes nowhere else. Twilio redirects to its file store, and the redirect drops the token. */
function isOfTwilio({ platform, connection }: ServiceContext, text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const own = new URL(platform.config.twilio_url)
  return url?.origin === own.origin && url.pathname.includes(pathOf(accountOf(connection)))
}

import type { Outgoing, ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { splitText } from '../../features/channels/chat-services/split-text.js'

/** Twilio refuses longer texts. It splits them itself into the 160 characters of an SMS. */
const LONGEST = 1_600
/** https://www.twilio.com/docs/messaging/guides/accepted-mime-types */
const MEDIA = new Set(['image/jpeg', 'image/png', 'image/gif'])
const MAX_MEDIA = 10
const MEDIA_BYTES = 5_000_000

/** One message at Twilio. */
export interface Sms {
  text: string
  media_urls: string[]
}

/** Pictures go with the first part. Other files, and all files of a number without MMS, are links in the text. */
export function composeSms(
  { connection }: Pick<ServiceContext, 'connection'>,
  { body, attachments }: Pick<Outgoing['message'], 'body' | 'attachments'>,
): Sms[] {
  const media = connection.details.mms === true ? pictures(attachments) : []
  const linked = attachments.filter((file) => !media.includes(file))
  const lines = [body?.trim(), ...linked.map(({ filename, file_url }) => `${filename}: ${file_url}`)]
  const parts = splitText(lines.filter(Boolean).join('\n'), LONGEST)
  return parts.map((text, part) => ({ text, media_urls: part === 0 ? media.map(({ file_url }) => file_url) : [] }))
}

function pictures(files: Outgoing['message']['attachments']) {
  let left = MEDIA_BYTES
  return files
    .filter(({ content_type, size }) => {
      const fits = MEDIA.has(content_type) && size !== null && size <= left
      if (fits) left -= size
      return fits
    })
    .slice(0, MAX_MEDIA)
}

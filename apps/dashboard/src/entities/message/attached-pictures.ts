import type { EmailSummary, Message } from '@papercups/contract'
import type { Pictures } from './clean-html.js'

/** The URLs go into a security policy, where these signs would end them. */
const isPlain = (url: string) => /^https?:\/\/[^\s;,'"]+$/.test(url)

/** The pictures that came with a mail, by the id in its HTML. */
export function attachedPictures(
  pictures: EmailSummary['pictures'],
  attachments: Pick<Message, 'attachments'>['attachments'],
): Pictures {
  const urls = new Map(attachments.map(({ id, file_url }) => [id, file_url]))
  return new Map(
    pictures.flatMap(({ cid, file_id }) => {
      const url = urls.get(file_id)
      return url && isPlain(url) ? [[cid, url] as const] : []
    }),
  )
}

/** Files that the HTML does not show itself. */
export function otherFiles(
  html: string | null,
  pictures: EmailSummary['pictures'],
  attachments: Message['attachments'],
): Message['attachments'] {
  if (!html) return attachments
  const shown = new Set(pictures.filter(({ cid }) => html.includes(`cid:${cid}`)).map(({ file_id }) => file_id))
  return attachments.filter(({ id }) => !shown.has(id))
}

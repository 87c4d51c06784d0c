import { callService } from '../../../features/channels/chat-services/call-service.js'
import { ServiceError, type ServiceContext } from '../../../features/channels/chat-services/chat-service.js'
import { takeFiles } from '../../../features/channels/chat-services/take-files.js'
import { FILE_BYTES } from '../../../platform/http/body-limits.js'
import type { Attachment } from './shapes.js'

/** Stores the files of a message. Those that cannot be stored stay links to Intercom. */
export async function attachFiles(context: ServiceContext, attachments: Attachment[], user_id: number | null) {
  const file_ids: string[] = []
  const links: string[] = []
  for (const { name, url } of attachments) {
    if (!url) continue
    const filename = name?.trim() || lastPartOf(url)
    const file = { filename, download: () => download(context, url) }
    const stored = (await takeFiles(context, [file], { user_id, customer_id: null })).file_ids
    if (stored.length > 0) file_ids.push(...stored)
    else links.push(...linkTo(filename, url))
  }
  return { file_ids, links }
}

/** Without the token: files of Intercom have signed URLs. */
async function download({ platform }: ServiceContext, url: string) {
  try {
    const { status, truncated, body } = await callService(platform, url, { max_bytes: FILE_BYTES })
    return status === 200 && !truncated ? body : undefined
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

function linkTo(filename: string, text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return []
  return [`[${filename.replaceAll(/[[\]]/g, '')}](${url.href.replaceAll('(', '%28').replaceAll(')', '%29')})`]
}

const lastPartOf = (url: string) => decodeName(url.split(/[?#]/)[0]?.split('/').at(-1) ?? '').slice(0, 200) || 'file'

function decodeName(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

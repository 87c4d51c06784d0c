import type { ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { storeUpload, type Uploader } from '../../features/inbox/files/store-upload.js'
import { HttpError } from '../../platform/errors.js'
import { FILE_BYTES } from '../../platform/http/body-limits.js'
import { fetchFromSlack } from './slack-api.js'
import type { SlackFile } from './slack-event.js'

/** The ids of the stored files, and the names of those that could not be taken. */
export async function takeFiles(context: ServiceContext, files: SlackFile[] = [], uploader: Omit<Uploader, 'ip'>) {
  const file_ids: string[] = []
  const missing: string[] = []
  for (const file of files.slice(0, 20)) {
    const filename = file.name || file.title || 'file'
    const bytes = await download(context, file)
    const stored = bytes && (await tryStore(context, { ...uploader, ip: null }, { filename, bytes }))
    if (stored) file_ids.push(stored.id)
    else missing.push(filename)
  }
  return { file_ids, missing }
}

/** A file that is too large or no longer there does not cost the message. */
async function download({ platform, connection }: ServiceContext, { url_private_download: url, size = 0 }: SlackFile) {
  if (!url || size > FILE_BYTES || !isOfSlack(platform.config.slack_url, url)) return undefined
  const headers = { authorization: `Bearer ${connection.secrets.access_token ?? ''}` }
  const response = await fetchFromSlack(platform, url, { headers, max_bytes: FILE_BYTES })
  // Without access Slack answers with its sign-in page.
  const is_page = String(response.headers['content-type']).startsWith('text/html')
  return response.status === 200 && !response.truncated && !is_page ? response.body : undefined
}

/** The token goes nowhere else. */
function isOfSlack(slack_url: string, text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const own = new URL(slack_url)
  return url?.protocol === own.protocol && (url.host === own.host || url.host.endsWith(`.${own.host}`))
}

async function tryStore(
  { account, platform }: ServiceContext,
  uploader: Uploader,
  given: { filename: string; bytes: Uint8Array },
) {
  try {
    return await storeUpload(account, platform, uploader, given)
  } catch (error) {
    if (error instanceof HttpError) return undefined
    throw error
  }
}

import { callService } from '../../features/channels/chat-services/call-service.js'
import type { ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { takeFiles as takeServiceFiles } from '../../features/channels/chat-services/take-files.js'
import type { Uploader } from '../../features/inbox/files/store-upload.js'
import { FILE_BYTES } from '../../platform/http/body-limits.js'
import type { SlackFile } from './slack-event.js'

export const takeFiles = (context: ServiceContext, files: SlackFile[] = [], uploader: Omit<Uploader, 'ip'>) =>
  takeServiceFiles(
    context,
    files.map((file) => ({ filename: file.name || file.title || 'file', download: () => download(context, file) })),
    uploader,
  )

async function download({ platform, connection }: ServiceContext, { url_private_download: url, size = 0 }: SlackFile) {
  if (!url || size > FILE_BYTES || !isOfSlack(platform.config.slack_url, url)) return undefined
  const headers = { authorization: `Bearer ${connection.secrets.access_token ?? ''}` }
  const response = await callService(platform, url, { headers, max_bytes: FILE_BYTES })
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

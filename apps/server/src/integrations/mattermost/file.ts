import { callService } from '../../features/channels/chat-services/call-service.js'
import type { ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import type { IncomingFile } from '../../features/channels/chat-services/take-files.js'
import { FILE_BYTES } from '../../platform/http/body-limits.js'
import { accountOf, readIfShown } from './mattermost-api.js'

/** A file of a post. */
export async function fileOf({ platform, connection }: ServiceContext, id: string): Promise<IncomingFile> {
  const access = accountOf(connection)
  const path = `files/${encodeURIComponent(id)}`
  const info = await readIfShown<{ name?: string; size?: number }>(platform, access, `${path}/info`)
  return {
    filename: info?.name || 'file',
    async download() {
      if (!info || (info.size ?? 0) > FILE_BYTES) return undefined
      const headers = { authorization: `Bearer ${access.token}` }
      const response = await callService(platform, `${access.url}/api/v4/${path}`, { headers, max_bytes: FILE_BYTES })
      return response.status === 200 && !response.truncated ? response.body : undefined
    },
  }
}

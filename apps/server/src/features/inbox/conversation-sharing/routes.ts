import { conversationSharingEndpoints } from '@papercups/contract'
import { Nullable } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { serveFile } from '../files/serve-file.js'
import { getSharedFile, openShared } from './shared-conversation.js'
import { createShare, listShares, revokeShare } from './shares.js'

// Half a link is refused with the same words as a wrong one. Older links also name a conversation_id, which is ignored.
const Given = Type.Optional(Nullable(Type.String({ maxLength: 1_000 })))

export function routes(app: App) {
  const { platform } = app

  app.get('/api/conversations/shared/file', {
    config: { allow: 'public', page: true, limit: { per_ip: 600, subject: 12_000 } },
    schema: { querystring: Type.Object({ token: Given, file: Given }) },
    async handler({ query: { token, file }, headers }, reply) {
      const key = await getSharedFile(platform, token ?? '', file ?? '')
      return serveFile(platform, key, headers.range, reply, SHARED_FILE_HEADERS)
    },
  })

  addRoutes(app, conversationSharingEndpoints, {
    async 'POST /api/conversations/:id/share'({ account, user, params }) {
      return { data: await createShare(account, params.id, user.id) }
    },

    async 'GET /api/conversations/:id/shares'({ account, params }) {
      return { data: await listShares(account, params.id) }
    },

    async 'DELETE /api/conversations/:id/shares/:share_id'({ account, params }, reply) {
      await revokeShare(account, params.id, params.share_id)
      return reply.code(204).send()
    },

    'GET /api/conversations/shared': {
      config: { limit: { per_ip: 240, subject: 12_000 } },
      async handler({ query: { token } }) {
        return { data: await openShared(platform, token ?? '') }
      },
    },
  })
}

/** A browser must not keep what the link no longer opens. */
const SHARED_FILE_HEADERS = { 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' }

import { ConversationShare, CreatedShare, Data, Nothing, Nullable, SharedConversation, Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { serveFile } from '../files/serve-file.js'
import { getSharedFile, openShared } from './shared-conversation.js'
import { createShare, listShares, revokeShare } from './shares.js'

const ById = Type.Object({ id: Uuid })
// Half a link is refused with the same words as a wrong one. Older links also name a conversation_id, which is ignored.
const Given = Type.Optional(Nullable(Type.String({ maxLength: 1_000 })))

export function routes(app: App) {
  const { platform } = app

  app.post('/api/conversations/:id/share', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 200: Data(CreatedShare) } },
    async handler({ account, user, params }) {
      return { data: await createShare(account, params.id, user.id) }
    },
  })

  app.get('/api/conversations/:id/shares', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 200: Data(Type.Array(ConversationShare)) } },
    async handler({ account, params }) {
      return { data: await listShares(account, params.id) }
    },
  })

  app.delete('/api/conversations/:id/shares/:share_id', {
    config: { allow: 'user' },
    schema: { params: Type.Object({ id: Uuid, share_id: Uuid }), response: { 204: Nothing } },
    async handler({ account, params }, reply) {
      await revokeShare(account, params.id, params.share_id)
      return reply.code(204).send()
    },
  })

  app.get('/api/conversations/shared', {
    config: { allow: 'public', limit: { address: 240, subject: 12_000 } },
    schema: { querystring: Type.Object({ token: Given }), response: { 200: Data(SharedConversation) } },
    async handler({ query: { token } }) {
      return { data: await openShared(platform, token ?? '') }
    },
  })

  app.get('/api/conversations/shared/file', {
    config: { allow: 'public', page: true, limit: { address: 600, subject: 12_000 } },
    schema: { querystring: Type.Object({ token: Given, file: Given }) },
    async handler({ query: { token, file }, headers }, reply) {
      const key = await getSharedFile(platform, token ?? '', file ?? '')
      return serveFile(platform, key, headers.range, reply, SHARED_FILE_HEADERS)
    },
  })
}

/** A browser must not keep what the link no longer opens. */
const SHARED_FILE_HEADERS = { 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' }

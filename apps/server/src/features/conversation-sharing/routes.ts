import { Conversation, Data, Nullable, ShareToken, Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../platform/http/app.js'
import { getConversation } from '../conversations/queries.js'
import { getPublicConversation } from '../inbox/public-conversations.js'
import { readShareToken, shareToken } from './share-token.js'

// Anything is taken: half a link is refused in the same words as a wrong one.
const Given = Type.Optional(Nullable(Type.String({ maxLength: 1_000 })))

export function routes(app: App) {
  const { platform } = app

  app.post('/api/conversations/:id/share', {
    config: { allow: 'user' },
    schema: { params: Type.Object({ id: Uuid }), response: { 200: Data(ShareToken) } },
    async handler({ account, params }) {
      const { id } = await getConversation(account, params.id)
      return { data: { ok: true as const, token: shareToken(platform, account.id, id) } }
    },
  })

  app.get('/api/conversations/shared', {
    config: { allow: 'public' },
    schema: {
      querystring: Type.Object({ conversation_id: Given, token: Given }),
      response: { 200: Data(Conversation) },
    },
    async handler({ query: { conversation_id, token } }) {
      const account = readShareToken(platform, token ?? '', conversation_id ?? '')
      return { data: await getPublicConversation(account, conversation_id ?? '') }
    },
  })
}

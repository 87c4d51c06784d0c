import { Nothing } from '@papercups/contract'
import { Type } from 'typebox'
import { listConnections, openConnection } from '../../features/channels/chat-services/connections.js'
import { storeEvent } from '../../features/channels/chat-services/take-events.js'
import { findAccountsOf } from '../../features/channels/chat-services/unscoped.js'
import type { App } from '../../platform/http/app.js'
import { isSame } from '../../platform/http/has-token.js'
import type { Platform } from '../../platform/platform.js'
import { mattermostService } from './mattermost-service.js'
import type { StoredPost } from './take-post.js'

/** One Mattermost calls for every post in its channels. */
const LIMIT = { per_ip: 6_000, subject: 6_000 }
const id = Type.String({ minLength: 1, maxLength: 100 })

/** An outgoing webhook, as JSON or as a form. It names a post and proves itself with its token. */
const OutgoingWebhook = Type.Object({ token: id, channel_id: id, post_id: id })

/** A forged call and a genuine one get the same answer, so guessing a token teaches nothing. A job does the work. */
export function inboundRoutes(app: App) {
  app.post('/api/mattermost/webhook', {
    config: { allow: 'public', limit: LIMIT },
    schema: { body: OutgoingWebhook, response: { 200: Nothing } },
    async handler({ body: { token, channel_id, post_id } }, reply) {
      await storePost(app.platform, token, { channel_id, post_id })
      return reply.code(200).send()
    },
  })
}

/** Several accounts may have named the same channel: those with this token get the post. */
async function storePost(platform: Platform, token: string, body: StoredPost) {
  const { channel_id, post_id } = body
  for (const account_id of await findAccountsOf(platform, { service: 'mattermost', team_id: null, channel_id })) {
    const account = platform.account(account_id)
    const rows = await listConnections(account, 'mattermost', { channel_id })
    const tokens = rows.map((row) => openConnection(platform, account, row)?.secrets.verification_token)
    if (!tokens.some((expected) => expected && isSame(token, expected))) continue
    await storeEvent(account, mattermostService, { event_id: post_id, order_key: channel_id, body })
  }
}

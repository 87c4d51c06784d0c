import { googleEndpoints } from '@papercups/contract'
import { keepNoAnswer } from '../../features/developers/idempotency/repeat-answers.js'
import { addRoutes } from '../../platform/http/add-routes.js'
import type { App } from '../../platform/http/app.js'
import { byCaller } from '../../platform/http/rate-limit.js'
import { deleteAuthorization, findAuthorization, toGoogleAuthorization } from './authorizations.js'
import { readProfile } from './gmail/profile.js'
import { sendLooseMail } from './gmail/send-loose.js'
import { takePush } from './gmail/take-push.js'
import { missingSettings } from './google-urls.js'
import { finishGoogle, startGoogle } from './oauth.js'
import { sheetsRoutes } from './sheets/routes.js'

/** They make the server call Google. */
const config = { limit: { per_ip: 120, subject: 60, by: byCaller } }

export function routes(app: App) {
  const { platform } = app
  linkRoutes(app)
  sheetsRoutes(app)

  addRoutes(app, googleEndpoints, {
    async 'GET /api/google/setup'() {
      return { data: { missing: missingSettings(platform) } }
    },

    'GET /api/google/auth': {
      config,
      async handler({ account, user, query }) {
        return { data: { url: await startGoogle(platform, { account, user }, query) } }
      },
    },

    'GET /api/google/oauth': {
      config,
      async handler({ account, user, query }) {
        await finishGoogle(platform, { account, user }, query)
        return { data: { ok: true as const } }
      },
    },

    async 'GET /api/google/authorization'({ account, user, query }) {
      const row = await findAuthorization({ account, user }, query)
      return { data: row ? toGoogleAuthorization(row) : null }
    },

    async 'DELETE /api/google/authorizations/:id'({ account, user, params }, reply) {
      await deleteAuthorization({ account, user }, params.id)
      return reply.code(204).send()
    },

    'GET /api/gmail/profile': {
      config,
      async handler({ account, query }) {
        return readProfile(platform, account, query.inbox_id)
      },
    },

    'POST /api/gmail/send': {
      config,
      async handler({ account, user, body }, reply) {
        const sent = await sendLooseMail(platform, { account, user }, body)
        if (!sent.ok) keepNoAnswer(reply.request)
        return sent
      },
    },

    async 'POST /api/gmail/push'({ query, body }, reply) {
      await takePush(platform, query.token, body.message.data)
      return reply.code(204).send()
    },
  })
}

/** Links of earlier versions. They cannot begin a connection: a link carries no session, so it would be nobody's. */
function linkRoutes(app: App) {
  app.get('/google/auth', { config: { allow: 'public', page: true } }, async ({ query }, reply) => {
    const { client, type, inbox_id } = query as Record<string, unknown>
    const inbox = typeof inbox_id === 'string' && UUID.test(inbox_id) ? `/inboxes/${inbox_id}` : ''
    if (client === 'sheets') return reply.redirect('/integrations/google/sheets')
    return reply.redirect(type === 'personal' ? '/settings/profile' : `${inbox}/integrations/google/gmail`)
  })
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

import { recordingsEndpoints } from '@papercups/contract'
import { notFound } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { requirePlan } from '../../account/accounts/plan-gate.js'
import { requireAllowedSite } from '../../widget/allowed-sites/admit.js'
import { requireLiveSessions } from '../browser-sessions/availability.js'
import { getSession } from '../browser-sessions/queries.js'
import { findAccountOfSession } from '../browser-sessions/unscoped.js'
import { getRecording, listRecordedMoments } from './queries.js'
import { readChunk } from './read-chunk.js'
import { takeBatch } from './take-batch.js'

/** What a page sends when it is left: at most 64 kB of events, and their marks. */
const BATCH_BYTES = 128 * 1024

export function routes(app: App) {
  const { platform } = app

  addRoutes(app, recordingsEndpoints, {
    'POST /api/browser_sessions/:id/events': {
      bodyLimit: BATCH_BYTES,
      config: { limit: { per_ip: 600, subject: 12_000, visitor: 120 }, text_is_json: true },
      async handler({ params: { id }, body, site }, reply) {
        const account = await findAccountOfSession(platform, id)
        if (!account) throw notFound('Session')
        await requireAllowedSite(account, site)
        await requireLiveSessions(platform, account)
        const { customer_id } = await getSession(account, id)
        await takeBatch({ platform, account, session_id: id, customer_id }, body)
        return reply.code(204).send()
      },
    },

    async 'GET /api/browser_sessions/:id/recording'({ account, params }) {
      await requirePlan(platform, account, 'live_sessions')
      return { data: await getRecording(account, params.id) }
    },

    async 'GET /api/browser_sessions/:id/recording/chunks/:chunk_id'({ account, params }, reply) {
      await requirePlan(platform, account, 'live_sessions')
      const events = await readChunk(platform, account, params.id, params.chunk_id)
      return reply.header('content-type', 'application/json; charset=utf-8').send(events)
    },

    async 'GET /api/conversations/:id/recorded_moments'({ account, params }) {
      await requirePlan(platform, account, 'live_sessions')
      return { data: await listRecordedMoments(account, params.id) }
    },
  })
}

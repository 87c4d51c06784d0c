import { BrowserSessionDetails, browserSessionsEndpoints } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { forbidden, invalid, notFound } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { dropInvalidIn } from '../../../platform/http/drop-invalid-fields.js'
import { optionalId, UUID } from '../../account/accounts/named-account.js'
import { requirePlan } from '../../account/accounts/plan-gate.js'
import { findAccount } from '../../account/accounts/unscoped.js'
import { requireWithinLimit } from '../../people/customers/metadata-limit.js'
import { requireAllowedSite } from '../../widget/allowed-sites/admit.js'
import { mayActAs } from '../../widget/identity-verification/act-as.js'
import { requireLiveSessions } from './availability.js'
import { toBrowserSession } from './present.js'
import { countSessions, getSession, listSessions, withCustomers } from './queries.js'
import { createSession, deleteSession, requireCustomer, setFinished, updateSession } from './save-session.js'
import { findAccountOfSession } from './unscoped.js'

const DEFAULT_LIMIT = 100
/** A page sends one of each when it is opened and left. */
const SESSION_LIMIT = { per_ip: 600, subject: 12_000, visitor: 120 }

export function routes(app: App) {
  const { platform } = app

  /** The account of a recorder's session. */
  const accountOf = async (id: string, site: string | undefined) => {
    const account = await findAccountOfSession(platform, id)
    if (!account) throw notFound('Session')
    await requireAllowedSite(account, site)
    return account
  }
  const requireSessions = (account: Account) => requirePlan(platform, account, 'live_sessions')

  addRoutes(app, browserSessionsEndpoints, {
    'POST /api/browser_sessions': {
      config: { limit: { per_ip: 300, subject: 6_000 } },
      preValidation: dropInvalidIn('browser_session', BrowserSessionDetails),
      async handler({ body: { browser_session, ...proof }, site }, reply) {
        const { account_id, customer_id: named, started_at, metadata } = browser_session
        if (!account_id) throw invalid({ account_id: ["can't be blank"] })
        const row = UUID.test(account_id) ? await findAccount(platform, account_id) : undefined
        if (!row) throw invalid({ account_id: ['does not exist'] })
        const account = platform.account(row.id)
        await requireAllowedSite(account, site)
        await requireLiveSessions(platform, account)
        const wanted = optionalId(named)
        const found = wanted ? await requireCustomer(account, wanted) : null
        // Recorders of the original cannot prove who their visitor is. They record a session of nobody.
        const customer_id = wanted && found && (await mayActAs(platform, account, wanted, proof)) ? found : null
        const started = started_at ? new Date(started_at) : new Date()
        const data = toBrowserSession(await createSession(account, { customer_id, started_at: started, metadata }))
        return reply.code(201).send({ data })
      },
    },

    async 'GET /api/browser_sessions/:id/exists'({ params, site }) {
      const account = UUID.test(params.id) ? await findAccountOfSession(platform, params.id) : undefined
      if (account) await requireAllowedSite(account, site)
      return { data: account !== undefined }
    },

    'POST /api/browser_sessions/:id/finish': {
      config: { limit: SESSION_LIMIT },
      async handler({ params: { id }, query, site }) {
        const account = await accountOf(id, site)
        await setFinished(account, id, true, sentAt(query._))
        return { data: toBrowserSession(await getSession(account, id)) }
      },
    },

    'POST /api/browser_sessions/:id/restart': {
      config: { limit: SESSION_LIMIT },
      async handler({ params: { id }, query, site }) {
        const account = await accountOf(id, site)
        await setFinished(account, id, false, sentAt(query._))
        return { data: toBrowserSession(await getSession(account, id)) }
      },
    },

    'POST /api/browser_sessions/:id/identify': {
      config: { limit: SESSION_LIMIT },
      async handler({ params: { id }, body: { customer_id: named, ...proof }, site }) {
        const account = await accountOf(id, site)
        if (!named) throw invalid({ customer_id: ["can't be blank"] })
        const customer_id = await requireCustomer(account, named)
        if (!(await mayActAs(platform, account, named, proof))) throw forbidden('Identity not verified')
        return { data: toBrowserSession(await updateSession(account, id, { customer_id })) }
      },
    },

    async 'GET /api/browser_sessions'({ account, query: { limit, ...filters } }) {
      await requireSessions(account)
      return { data: await listSessions(account, filters, limit ?? DEFAULT_LIMIT) }
    },

    async 'GET /api/browser_sessions/count'({ account, query }) {
      await requireSessions(account)
      return { data: { count: await countSessions(account, query) } }
    },

    async 'GET /api/browser_sessions/:id'({ account, params }) {
      await requireSessions(account)
      const [session] = await withCustomers(account, [await getSession(account, params.id)])
      if (!session) throw notFound('Session')
      return { data: { ...session, browser_replay_events: [] } }
    },

    async 'PUT /api/browser_sessions/:id'({ account, params, body: { browser_session } }) {
      await requireSessions(account)
      requireWithinLimit(browser_session.metadata)
      return { data: toBrowserSession(await updateSession(account, params.id, browser_session)) }
    },

    async 'DELETE /api/browser_sessions/:id'({ account, params }, reply) {
      await deleteSession(account, params.id)
      return reply.code(204).send()
    },
  })
}

/** Milliseconds, or undefined for anything else. */
const sentAt = (text: string | null | undefined) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : undefined)

import { githubEndpoints } from '@papercups/contract'
import { toAccountAuthorization } from '../../features/channels/account-services/connect.js'
import { noUsableAnswer, ServiceAnswerError } from '../../features/channels/chat-services/call-service.js'
import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import { deleteConnection, findConnection, getConnection } from '../../features/channels/chat-services/connections.js'
import { isTeamConnected } from '../../features/channels/chat-services/unscoped.js'
import { getIssue } from '../../features/people/issues/queries.js'
import { badRequest, forbidden, HttpError, invalid } from '../../platform/errors.js'
import { addRoutes } from '../../platform/http/add-routes.js'
import type { App } from '../../platform/http/app.js'
import { byCaller } from '../../platform/http/rate-limit.js'
import type { Platform } from '../../platform/platform.js'
import { callAsApp, forgetToken } from './github-api.js'
import { readGithubIssue, readIssueUrl, repoPath, type GithubIssue } from './github-issue.js'
import { inboundRoutes } from './inbound-routes.js'
import { setGithubFailure } from './linked-issues.js'
import { finishGithub, startGithub } from './oauth.js'
import { openGithub } from './open-github.js'
import { listIssues, listRepositories } from './lists.js'
import { missingSettings } from './settings.js'
import { syncIssue } from './sync-issue.js'

/** They call GitHub. */
const config = { limit: { per_ip: 240, subject: 120, by: byCaller } }

export function routes(app: App) {
  const { platform } = app
  inboundRoutes(app)

  addRoutes(app, githubEndpoints, {
    async 'GET /api/github/setup'() {
      return { data: { missing: missingSettings(platform) } }
    },

    async 'POST /api/github/oauth'({ account, user, body }) {
      const url = await startGithub(platform, account, user.id, { is_installed: body?.is_installed === true })
      return { data: { url } }
    },

    'GET /api/github/oauth': {
      config,
      async handler({ account, user, query }) {
        const { code, state, installation_id, setup_action } = query
        if (setup_action === 'request')
          throw badRequest('An owner of the organization on GitHub has to approve the app first.')
        if (code && !state) throw badRequest('GitHub access denied: the request was not started here.')
        if (code && state) {
          const { id } = await finishGithub(platform, account, user.id, { code, state, installation_id })
          return { data: { ok: true, id } }
        }
        if (!installation_id || !['install', 'update'].includes(setup_action ?? ''))
          throw badRequest('A code or an installation is needed.')
        const url = await startGithub(platform, account, user.id, { is_installed: true, installation_id })
        return { data: { ok: false, url } }
      },
    },

    async 'GET /api/github/authorization'({ account }) {
      const row = await findConnection(account, 'github')
      return { data: row ? toAccountAuthorization(row) : null }
    },

    async 'DELETE /api/github/authorizations/:id'({ account, params }, reply) {
      const { id, team_id } = await getConnection(account, 'github', params.id)
      await deleteConnection(account, id)
      await uninstall(platform, team_id)
      return reply.code(204).send()
    },

    'GET /api/github/repos': {
      config,
      async handler({ account }) {
        const github = await openGithub(platform, account)
        return github ? orFailure(listRepositories(github)) : NOT_CONNECTED
      },
    },

    'GET /api/github/issues': {
      config,
      async handler({ account, query: { url, owner, repo } }) {
        const place = url ? readIssueUrl(platform, url) : undefined
        if (url && !place) throw new HttpError(422, 'Invalid GitHub issue URL')
        if (!place && (!owner || !repo)) throw invalid({ url: ["can't be blank"] })
        const github = await openGithub(platform, account)
        if (!github) return NOT_CONNECTED
        if (!place) return orFailure(listIssues(github, { owner: owner ?? '', repo: repo ?? '' }))
        return orFailure(readGithubIssue(github, place).then((found) => (found ? [found] : [])))
      },
    },

    async 'POST /api/github/sync'({ account, body: { issue_id } }, reply) {
      const { id } = await getIssue(account, issue_id)
      if (!(await openGithub(platform, account))) throw forbidden('GitHub is not connected.')
      await account.transaction(async (account) => {
        await setGithubFailure(account, id, null)
        await account.enqueue(syncIssue, { issue_id: id, cause: 'user' })
      })
      return reply.code(204).send()
    },

    'POST /api/github/issues': {
      config,
      async handler({ account, body: { owner, repo, issue } }) {
        const github = await openGithub(platform, account)
        if (!github) throw forbidden('GitHub is not connected.')
        const path = `${repoPath({ owner, repo })}/issues`
        return { data: await github.call<GithubIssue>('POST', path, issue).catch(explain) }
      },
    },
  })
}

/** Another account of this server may use the same installation. If GitHub refuses, the installation stays there. */
async function uninstall(platform: Platform, installation_id: string | null) {
  if (!installation_id || (await isTeamConnected(platform, 'github', installation_id))) return
  forgetToken(platform, installation_id)
  const path = `/app/installations/${encodeURIComponent(installation_id)}`
  await orFailure(callAsApp<never[]>(platform, 'DELETE', path))
}

const NOT_CONNECTED = { data: [], failure: 'GitHub is not connected.' }

async function orFailure<T>(call: Promise<T[]>): Promise<{ data: T[]; failure?: string }> {
  try {
    return { data: await call }
  } catch (error) {
    if (error instanceof ServiceError) return { data: [], failure: toFailure(error) }
    throw error
  }
}

const toFailure = (error: ServiceError) =>
  error instanceof ServiceAnswerError ? `GitHub refused: ${error.message}` : noUsableAnswer('GitHub', error)

/** Not with 401: after that, clients would renew their session and try again. */
function explain(error: unknown): never {
  throw error instanceof ServiceError ? new HttpError(422, `GitHub did not create the issue: ${error.message}.`) : error
}

import { lambdasEndpoints, MAX_CODE } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { byCaller } from '../../../platform/http/rate-limit.js'
import { deployFunction, rollBack } from './deploy.js'
import { makeDeps } from './deps.js'
import { invokeFunction } from './invoke.js'
import { getFunction, listFunctions } from './queries.js'
import { deleteRehearsal, getRehearsal, startRehearsal } from './rehearsals.js'
import { getRun, listRuns } from './run-log.js'
import { createFunction, deleteFunction, updateFunction } from './save-function.js'
import { deleteSecret, listSecrets, setSecret } from './secrets.js'
import { getVersion, listVersions } from './versions.js'

/** The longest code in any script, plus the other fields. */
const bodyLimit = 4 * MAX_CODE + 65_536
/** With the dependencies that clients of the original add. */
const ZIP_BYTES = 8_000_000
/** These keep a runner busy for up to 30 seconds. */
const limit = { per_ip: 240, subject: 120, by: byCaller }

export function routes(app: App) {
  const { platform } = app
  const deps = makeDeps()

  app.get('/deps', {
    config: { allow: 'public', page: true },
    async handler(_request, reply) {
      return reply.type('application/zip').header('cache-control', 'no-cache').send(deps)
    },
  })

  addRoutes(app, lambdasEndpoints, {
    async 'GET /api/lambdas'({ account, query }) {
      return { data: await listFunctions(account, query) }
    },

    'POST /api/lambdas': {
      bodyLimit,
      async handler({ account, user, body }, reply) {
        const data = await createFunction(account, user.id, body.lambda)
        return reply.code(201).header('location', `/api/lambdas/${data.id}`).send({ data })
      },
    },

    async 'GET /api/lambdas/:id'({ account, params }) {
      return { data: await getFunction(account, params.id) }
    },

    'PUT /api/lambdas/:id': {
      bodyLimit,
      async handler({ account, params, body }) {
        return { data: await updateFunction(account, params.id, body.lambda) }
      },
    },

    async 'DELETE /api/lambdas/:id'({ account, params }, reply) {
      await deleteFunction(account, params.id)
      return reply.code(204).send()
    },

    'POST /api/lambdas/:id/deploy': {
      bodyLimit,
      config: { limit, file_bytes: ZIP_BYTES },
      async handler({ account, user, params, body }) {
        return { data: await deployFunction(platform, account, user.id, params.id, body) }
      },
    },

    'POST /api/lambdas/:id/invoke': {
      config: { limit },
      async handler({ account, params, body }) {
        return invokeFunction(platform, account, params.id, body)
      },
    },

    async 'GET /api/lambdas/:id/versions'({ account, params }) {
      return { data: await listVersions(account, params.id) }
    },

    async 'GET /api/lambdas/:id/versions/:number'({ account, params }) {
      return { data: await getVersion(account, params.id, params.number) }
    },

    async 'POST /api/lambdas/:id/versions/:number/deploy'({ account, user, params }) {
      return { data: await rollBack(account, user.id, params.id, params.number) }
    },

    async 'GET /api/lambdas/:id/secrets'({ account, params }) {
      return { data: await listSecrets(account, params.id) }
    },

    async 'PUT /api/lambdas/:id/secrets/:name'({ account, params, body }) {
      return { data: await setSecret(platform, account, params.id, params.name, body.value) }
    },

    async 'DELETE /api/lambdas/:id/secrets/:name'({ account, params }, reply) {
      await deleteSecret(account, params.id, params.name)
      return reply.code(204).send()
    },

    async 'GET /api/lambdas/:id/runs'({ account, params, query }) {
      return listRuns(account, params.id, query)
    },

    async 'GET /api/lambdas/:id/runs/:run_id'({ account, params }) {
      return { data: await getRun(account, params.id, params.run_id) }
    },

    'POST /api/lambdas/:id/rehearsals': {
      bodyLimit,
      config: { limit },
      async handler({ account, user, params, body }, reply) {
        const data = await startRehearsal(platform, account, user.id, params.id, body.code)
        return reply.code(202).send({ data })
      },
    },

    async 'GET /api/lambdas/:id/rehearsals/:rehearsal_id'({ account, params }) {
      return { data: await getRehearsal(account, params.id, params.rehearsal_id) }
    },

    async 'DELETE /api/lambdas/:id/rehearsals/:rehearsal_id'({ account, params }, reply) {
      await deleteRehearsal(account, params.id, params.rehearsal_id)
      return reply.code(204).send()
    },
  })
}

import { customerImportEndpoints } from '@papercups/contract'
import { malformed } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { StreamedFile } from '../../../platform/http/body.js'
import { getImport, listImports, toImport } from './queries.js'
import { checkImport, deleteImport, startImport } from './start-import.js'
import { storeImport } from './store-import.js'

const LARGEST = 50_000_000

export function routes(app: App) {
  const { files } = app.platform

  addRoutes(app, customerImportEndpoints, {
    'POST /api/customer_imports': {
      config: { upload_bytes: LARGEST },
      async handler({ account, user, body: { file } }, reply) {
        if (!(file instanceof StreamedFile)) throw malformed()
        return reply.code(201).send({ data: await storeImport(account, files, file, user.id) })
      },
    },

    async 'GET /api/customer_imports'({ account }) {
      return { data: await listImports(account) }
    },

    async 'GET /api/customer_imports/:id'({ account, params }) {
      return { data: toImport(await getImport(account, params.id)) }
    },

    async 'POST /api/customer_imports/:id/check'({ account, params, body }, reply) {
      return reply.code(202).send({ data: await checkImport(account, params.id, body.mapping) })
    },

    async 'POST /api/customer_imports/:id/start'({ account, params }, reply) {
      return reply.code(202).send({ data: await startImport(account, params.id) })
    },

    async 'DELETE /api/customer_imports/:id'({ account, params }, reply) {
      await deleteImport(account, params.id)
      return reply.code(204).send()
    },
  })
}

import { CustomerImport, Data, ImportMapping, Uuid, Nothing } from '@papercups/contract'
import { Type } from 'typebox'
import { malformed } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { StreamedFile } from '../../../platform/http/body.js'
import { getImport, listImports, toImport } from './queries.js'
import { checkImport, deleteImport, startImport } from './start-import.js'
import { storeImport } from './store-import.js'

const LARGEST = 50_000_000
const ById = Type.Object({ id: Uuid })
const allow = 'admin'

export function routes(app: App) {
  const { files } = app.platform

  app.post('/api/customer_imports', {
    config: { allow, upload_bytes: LARGEST },
    schema: {
      consumes: ['multipart/form-data'],
      body: Type.Object({
        file: Type.Optional(Type.Unknown({ description: 'The CSV file, as the only part of a multipart form.' })),
      }),
      response: { 201: Data(CustomerImport) },
    },
    async handler({ account, user, body: { file } }, reply) {
      if (!(file instanceof StreamedFile)) throw malformed()
      return reply.code(201).send({ data: await storeImport(account, files, file, user.id) })
    },
  })

  app.get('/api/customer_imports', {
    config: { allow },
    schema: { response: { 200: Data(Type.Array(CustomerImport)) } },
    async handler({ account }) {
      return { data: await listImports(account) }
    },
  })

  app.get('/api/customer_imports/:id', {
    config: { allow },
    schema: { params: ById, response: { 200: Data(CustomerImport) } },
    async handler({ account, params }) {
      return { data: toImport(await getImport(account, params.id)) }
    },
  })

  app.post('/api/customer_imports/:id/check', {
    config: { allow },
    schema: { params: ById, body: Type.Object({ mapping: ImportMapping }), response: { 202: Data(CustomerImport) } },
    async handler({ account, params, body }, reply) {
      return reply.code(202).send({ data: await checkImport(account, params.id, body.mapping) })
    },
  })

  app.post('/api/customer_imports/:id/start', {
    config: { allow },
    schema: { params: ById, response: { 202: Data(CustomerImport) } },
    async handler({ account, params }, reply) {
      return reply.code(202).send({ data: await startImport(account, params.id) })
    },
  })

  app.delete('/api/customer_imports/:id', {
    config: { allow },
    schema: { params: ById, response: { 204: Nothing } },
    async handler({ account, params }, reply) {
      await deleteImport(account, params.id)
      return reply.code(204).send()
    },
  })
}

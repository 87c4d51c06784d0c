import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { HttpError } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { drawContents, drawPage } from './draw-page.js'
import { readManual } from './read-manual.js'

const config = { allow: 'public', page: true } as const

export function routes(app: App) {
  app.get('/docs', { config, schema: { hide: true } }, async (_request, reply) =>
    send(reply, drawContents(await readManual())),
  )

  const schema = { hide: true, params: Type.Object({ page: Type.String() }) }
  app.get('/docs/:page', { config, schema }, async ({ params }, reply) => {
    // Links in the pages name files.
    const name = params.page.replace(/\.md$/, '')
    const text = (await readManual()).get(name)
    if (text === undefined) throw new HttpError(404, 'Not Found', { envelope: 'framework' })
    return send(reply, drawPage(text))
  })
}

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const send = (reply: FastifyReply, page: string) =>
  reply
    .header('content-security-policy', POLICY)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page)

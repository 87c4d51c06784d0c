import type { App } from './app.js'

/**
 * The widget runs on customers' sites, so any origin may call. The only cookie is the chat page's, which no script reads, so
 * credentials are never allowed.
 */
export function addHeaders(app: App) {
  const secure = app.platform.config.base_url.startsWith('https:')
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'strict-origin-when-cross-origin')
    reply.header('vary', 'origin')
    if (secure) reply.header('strict-transport-security', 'max-age=31536000')
    if (request.headers.origin) reply.header('access-control-allow-origin', request.headers.origin)
    if (!request.routeOptions.config.page) {
      reply.header('cache-control', 'no-store')
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    }
    if (request.method !== 'OPTIONS') return
    reply.header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
    reply.header('access-control-allow-headers', 'content-type, authorization, x-requested-with')
    reply.header('access-control-max-age', '600')
    return reply.code(200).send('')
  })
}

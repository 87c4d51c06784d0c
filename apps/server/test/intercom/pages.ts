import type { ServiceAnswer, ServiceCall, Values } from '../json-service.js'

/** A page of a list, as https://developers.intercom.com/docs/build-an-integration/learn-more/rest-apis/pagination-cursor has it. */
export function listPage({ query, values }: ServiceCall, key: 'data' | 'conversations', all: Values[]): ServiceAnswer {
  const given = values.pagination ?? Object.fromEntries(query)
  const per_page = Number(given.per_page ?? 50)
  const after = String(given.starting_after ?? '')
  const from = after ? Number(Buffer.from(after, 'base64url').toString()) : 0
  if (!Number.isSafeInteger(from))
    return {
      status: 400,
      body: { type: 'error.list', errors: [{ code: 'parameter_invalid', message: 'Invalid page' }] },
    }
  const until = from + per_page
  const starting_after = Buffer.from(String(until)).toString('base64url')
  const page = Math.floor(from / per_page) + 1
  const next = until < all.length ? { page: page + 1, starting_after } : null
  const pages = { type: 'pages', page, per_page, total_pages: Math.ceil(all.length / per_page), next }
  const type = key === 'data' ? 'list' : 'conversation.list'
  return { body: { type, [key]: all.slice(from, until), total_count: all.length, pages } }
}

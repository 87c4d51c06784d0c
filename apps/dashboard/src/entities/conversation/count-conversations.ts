import { api } from '../../lib/api.js'
import type { Query } from '../../lib/query-string.js'

export async function countConversations(query: Query, signal: AbortSignal) {
  return (await api.get('/conversations/count', { query, signal })).count
}

import { toApiError } from '@papercups/client-core'
import { withToken } from './api.js'
import { queryString, type Query } from './query-string.js'
import { session } from './session.js'

/** Downloads a file without a timeout, because its size is unknown. */
export const download = (path: string, query: Query) =>
  withToken(session, async (token) => {
    const answer = await fetch(`/api${path}${queryString(query)}`, { headers: { authorization: token } })
    if (!answer.ok) throw toApiError(answer.status, await answer.json().catch(() => null))
    return answer.blob()
  })

import { toApiError } from '@papercups/client-core'
import { withToken } from './api.js'
import { queryString, type Query } from './query-string.js'
import { session } from './session.js'

/** A file that the server writes. It may take its time: there is no telling how long one is. */
export const download = (path: string, query: Query) =>
  withToken(session, async (token) => {
    const answer = await fetch(`/api${path}${queryString(query)}`, { headers: { authorization: token } })
    if (!answer.ok) throw toApiError(answer.status, await answer.json().catch(() => null))
    return answer.blob()
  })

import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

export type SlackKind = 'reply' | 'support'

/** Without an inbox, the connections of all inboxes. */
export const slackAuthorizationsQuery = (type: SlackKind, inbox_id: string | undefined) =>
  queryOptions({
    queryKey: ['slack', 'authorizations', type, inbox_id ?? null],
    queryFn: ({ signal }) =>
      api.get('/slack/authorizations', { query: { type, ...(inbox_id && { inbox_id }) }, signal }),
  })

export const slackSetupQuery = queryOptions({
  queryKey: ['slack', 'setup'],
  queryFn: ({ signal }) => api.get('/slack/setup', { signal }),
})

export const slackChannelsQuery = (authorization_id: string) =>
  queryOptions({
    queryKey: ['slack', 'channels', authorization_id],
    queryFn: ({ signal }) => api.get('/slack/channels', { query: { authorization_id }, signal }),
    staleTime: 60_000,
    retry: false,
  })

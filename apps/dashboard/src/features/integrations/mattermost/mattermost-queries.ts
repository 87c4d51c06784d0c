import type { MattermostAccess } from '@papercups/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.js'

export const mattermostQuery = (inbox_id: string | undefined) =>
  queryOptions({
    queryKey: ['mattermost', 'authorization', inbox_id ?? null],
    queryFn: ({ signal }) => api.get('/mattermost/authorization', { query: inbox_id ? { inbox_id } : {}, signal }),
  })

/** Undefined access: the URL or the token is not known yet. */
export const mattermostChannelsQuery = (access: MattermostAccess | undefined) =>
  queryOptions({
    queryKey: ['mattermost', 'channels', access],
    queryFn: ({ signal }) => api.get('/mattermost/channels', { query: access as MattermostAccess, signal }),
    enabled: access !== undefined,
    retry: false,
  })

import type { DiscordAccess } from '@papercups/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.js'

export const discordQuery = (inbox_id: string | undefined) =>
  queryOptions({
    queryKey: ['discord', 'authorization', inbox_id ?? null],
    queryFn: ({ signal }) => api.get('/discord/authorization', { query: inbox_id ? { inbox_id } : {}, signal }),
  })

/** Undefined access: the token is not known yet. */
export const discordBotQuery = (access: DiscordAccess | undefined) =>
  queryOptions({
    queryKey: ['discord', 'bot', access],
    queryFn: ({ signal }) => api.post('/discord/bot', { body: { authorization: access as DiscordAccess }, signal }),
    enabled: access !== undefined,
    retry: false,
  })

import type { Inbox } from '@papercups/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

export const widgetSettingsQuery = ({ account_id, id }: Pick<Inbox, 'account_id' | 'id'>) =>
  queryOptions({
    queryKey: ['widget-settings', id],
    queryFn: ({ signal }) => api.get('/widget_settings', { query: { account_id, inbox_id: id }, signal }),
  })

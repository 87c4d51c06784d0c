import { useSearchParams } from 'react-router'
import { Redirect } from '../../../ui/redirect.js'

/**
 * Google sends people here. The scope says what they connect, and the state who began: `support:<inbox>:…`. After a refusal
 * there is no scope.
 */
export function GoogleReturn() {
  const [query] = useSearchParams()
  const [type, inbox_id] = (query.get('state') ?? '').split(':')
  const search = query.toString()
  const scope = query.get('scope') ?? (query.has('error') ? scopeOf(type) : '')
  return <Redirect to={`${pageOf(scope, type, inbox_id)}${search && `?${search}`}`} />
}

const scopeOf = (type: string | undefined) => (type === 'sheets' ? 'spreadsheets' : type ? 'gmail.modify' : '')

function pageOf(scope: string, type: string | undefined, inbox_id: string | undefined) {
  if (scope.includes('spreadsheets')) return '/integrations/google/sheets'
  if (!scope.includes('gmail.modify')) return '/integrations'
  if (type === 'personal') return '/settings/profile'
  return inbox_id ? `/inboxes/${inbox_id}/integrations/google/gmail` : '/integrations/google/gmail'
}

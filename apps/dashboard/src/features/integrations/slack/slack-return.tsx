import { useSearchParams } from 'react-router'
import { Redirect } from '../../../ui/redirect.js'

/** Slack sends people here. The state says which page began: `reply:<inbox>:…` or `support::…`. */
export function SlackReturn() {
  const [query] = useSearchParams()
  const [type, inbox_id] = (query.get('type') ?? query.get('state') ?? '').split(':')
  const inbox = inbox_id || query.get('inbox_id')
  const place = inbox ? `/inboxes/${inbox}/integrations` : '/integrations'
  const to = type === 'reply' || type === 'support' ? `${place}/slack/${type}` : place
  const search = query.toString()
  return <Redirect to={search ? `${to}?${search}` : to} />
}

import { useQuery } from '@tanstack/react-query'
import type { ConversationRow } from '../../../entities/conversation/conversations.js'
import { formatMoment } from '../../../lib/format.js'
import { inboxesQuery } from '../../../entities/inbox/inboxes.js'
import { Detail } from './detail.js'

const sources: Record<ConversationRow['source'], string> = {
  chat: 'Chat',
  slack: 'Slack',
  mattermost: 'Mattermost',
  discord: 'Discord',
  email: 'Email',
  sms: 'SMS',
  api: 'API',
  sandbox: 'Sandbox',
}

export function ConversationFacts({ conversation }: { conversation: ConversationRow }) {
  const { data: inboxes } = useQuery(inboxesQuery)
  const inbox = inboxes?.find((each) => each.id === conversation.inbox_id)
  return (
    <section>
      <h3>Conversation</h3>
      <dl>
        <Detail term="Status">{status(conversation)}</Detail>
        <Detail term="Subject">{conversation.subject}</Detail>
        <Detail term="Source">{sources[conversation.source]}</Detail>
        <Detail term="Inbox">{inbox?.name}</Detail>
        <Detail term="Created">{formatMoment(conversation.created_at)}</Detail>
        <Detail term="Closed">{conversation.closed_at && formatMoment(conversation.closed_at)}</Detail>
        <Detail term="ID">{conversation.id}</Detail>
      </dl>
    </section>
  )
}

function status({ status, snoozed_at, archived_at }: ConversationRow) {
  if (archived_at) return 'Deleted'
  if (status === 'closed') return 'Closed'
  return snoozed_at ? 'Snoozed' : 'Open'
}

import { Anchor } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ConversationRow } from '../../../entities/conversation/conversations.js'
import { api } from '../../../lib/api.js'
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

/** Where the conversation is in Slack. */
const slackThreadsQuery = (conversation_id: string) =>
  queryOptions({
    queryKey: ['slack', 'threads', conversation_id],
    queryFn: ({ signal }) => api.get('/slack_conversation_threads', { query: { conversation_id }, signal }),
  })

export function ConversationFacts({ conversation }: { conversation: ConversationRow }) {
  const { data: inboxes } = useQuery(inboxesQuery)
  const { data: threads = [] } = useQuery(slackThreadsQuery(conversation.id))
  const inbox = inboxes?.find((each) => each.id === conversation.inbox_id)
  return (
    <section>
      <h3>Conversation</h3>
      <dl>
        <Detail term="Status">{status(conversation)}</Detail>
        <Detail term="Subject">{conversation.subject}</Detail>
        <Detail term="Source">{sources[conversation.source]}</Detail>
        <Detail term="Inbox">{inbox?.name}</Detail>
        {threads.map(({ id, permalink, slack_channel_name }) => (
          <Detail key={id} term="Slack thread">
            {permalink && (
              <Anchor inherit href={permalink} target="_blank" rel="noreferrer">
                {slack_channel_name ? `#${slack_channel_name}` : 'Open in Slack'}
              </Anchor>
            )}
          </Detail>
        ))}
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

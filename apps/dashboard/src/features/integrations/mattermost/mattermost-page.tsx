import type { MattermostAuthorization } from '@papercups/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { api } from '../../../lib/api.js'
import { Fact } from '../../../ui/facts.js'
import { ReplyChannel } from '../reply-channel.js'
import { MattermostDialog } from './mattermost-dialog.js'
import { mattermostQuery } from './mattermost-queries.js'
import styles from '../connection-card.module.css'

export function MattermostPage() {
  const { inbox_id } = useParams()
  const stored = useQuery(mattermostQuery(inbox_id))
  return (
    <ReplyChannel
      service="Mattermost"
      inbox_id={inbox_id}
      stored={stored}
      queryKey={['mattermost']}
      how={<HowItWorks />}
      Settings={Settings}
      isComplete={isComplete}
      Dialog={MattermostDialog}
      onDisconnect={(id) => api.delete('/mattermost/authorizations/:id', { params: { id } })}
    />
  )
}

/** Without one of these, messages go only one way or nowhere. */
function isComplete({ mattermost_url, access_token, verification_token, channel_id }: MattermostAuthorization) {
  return Boolean(mattermost_url && access_token && verification_token && channel_id)
}

const NONE = 'Not connected'

/** The server shows tokens as dots. */
function Settings({ authorization }: { authorization: MattermostAuthorization | null }) {
  const { mattermost_url, access_token, verification_token, channel, team_name } = authorization ?? {}
  return (
    <>
      <Fact term="Mattermost URL">{mattermost_url ?? NONE}</Fact>
      <Fact term="Bot token">{access_token ?? NONE}</Fact>
      <Fact term="Webhook token">{verification_token ?? NONE}</Fact>
      <Fact term="Channel">{channel ?? NONE}</Fact>
      <Fact term="Team">{team_name ?? NONE}</Fact>
    </>
  )
}

const HowItWorks = () => (
  <ol>
    <li>In Mattermost, create a bot account, and add it to your team and to a public channel.</li>
    <li>
      Create an outgoing webhook for that channel, without trigger words, with the callback URL{' '}
      <code className={styles.url}>{`${window.location.origin}/api/mattermost/webhook`}</code>.
    </li>
    <li>Connect here with the token of the bot and the token of the webhook.</li>
    <li>
      Each conversation becomes a thread. Reply in it to write to the customer. Start a message with <code>;;</code> to
      write a private note.
    </li>
  </ol>
)

import type { MattermostAuthorization } from '@papercups/contract'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { connectedServicesQuery } from '../../../entities/integration/connected-services.js'
import { api } from '../../../lib/api.js'
import { Fact, Facts } from '../../../ui/facts.js'
import { LoadFailure, SectionSkeletons } from '../../../ui/page.js'
import { Section } from '../../../ui/section.js'
import { ConnectionCard } from '../connection-card.js'
import { IntegrationPage } from '../integration-page.js'
import { MattermostDialog } from './mattermost-dialog.js'
import { mattermostQuery } from './mattermost-queries.js'
import styles from '../connection-card.module.css'

/** Reply from Mattermost, for one inbox or for the primary one. */
export function MattermostPage() {
  const { inbox_id } = useParams()
  const [editing, setEditing] = useState(false)
  const { data: authorization, error, refetch } = useQuery(mattermostQuery(inbox_id))
  return (
    <IntegrationPage title="Reply from Mattermost" inbox_id={inbox_id} how={<HowItWorks />}>
      {authorization === undefined ? (
        error ? (
          <LoadFailure title="Error retrieving the connection to Mattermost" error={error} retry={refetch} />
        ) : (
          <SectionSkeletons heights={[200]} />
        )
      ) : isComplete(authorization) ? (
        <Connection authorization={authorization} onEdit={() => setEditing(true)} />
      ) : (
        <Section
          title="Connection to Mattermost"
          actions={
            <Button size="xs" onClick={() => setEditing(true)}>
              Connect
            </Button>
          }
        >
          <Facts>
            <Settings authorization={authorization} />
          </Facts>
        </Section>
      )}
      {editing && authorization !== undefined && (
        <MattermostDialog inbox_id={inbox_id} authorization={authorization} onClose={() => setEditing(false)} />
      )}
    </IntegrationPage>
  )
}

/** Without one of these, messages go only one way or nowhere. */
function isComplete(authorization: MattermostAuthorization | null): authorization is MattermostAuthorization {
  const { mattermost_url, access_token, verification_token, channel_id } = authorization ?? {}
  return Boolean(mattermost_url && access_token && verification_token && channel_id)
}

function Connection({ authorization, onEdit }: { authorization: MattermostAuthorization; onEdit: () => void }) {
  const cache = useQueryClient()
  const { data: services } = useQuery(connectedServicesQuery)
  const { id } = authorization
  const connection = services?.find((one) => one.id === id)
  if (!connection) return <SectionSkeletons heights={[200]} />
  return (
    <ConnectionCard
      service="Mattermost"
      connection={{ ...connection, channel: null, team_name: null }}
      reconnect="Update"
      onReconnect={onEdit}
      onDisconnect={() => api.delete('/mattermost/authorizations/:id', { params: { id } })}
      onDisconnected={() => {
        void cache.invalidateQueries({ queryKey: ['mattermost'] })
        void cache.invalidateQueries({ queryKey: connectedServicesQuery.queryKey })
      }}
      facts={<Settings authorization={authorization} />}
    />
  )
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

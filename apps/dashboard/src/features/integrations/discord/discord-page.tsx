import type { DiscordAuthorization } from '@papercups/contract'
import { Anchor, Button } from '@mantine/core'
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
import { DiscordDialog } from './discord-dialog.js'
import { discordQuery } from './discord-queries.js'

/** Reply from Discord, for one inbox or for the primary one. */
export function DiscordPage() {
  const { inbox_id } = useParams()
  const [editing, setEditing] = useState(false)
  const { data: authorization, error, refetch } = useQuery(discordQuery(inbox_id))
  return (
    <IntegrationPage title="Reply from Discord" inbox_id={inbox_id} how={<HowItWorks />}>
      {authorization === undefined ? (
        error ? (
          <LoadFailure title="Error retrieving the connection to Discord" error={error} retry={refetch} />
        ) : (
          <SectionSkeletons heights={[200]} />
        )
      ) : authorization ? (
        <Connection authorization={authorization} onEdit={() => setEditing(true)} />
      ) : (
        <Section
          title="Connection to Discord"
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
        <DiscordDialog inbox_id={inbox_id} authorization={authorization} onClose={() => setEditing(false)} />
      )}
    </IntegrationPage>
  )
}

function Connection({ authorization, onEdit }: { authorization: DiscordAuthorization; onEdit: () => void }) {
  const cache = useQueryClient()
  const { data: services } = useQuery(connectedServicesQuery)
  const { id } = authorization
  const connection = services?.find((one) => one.id === id)
  if (!connection) return <SectionSkeletons heights={[200]} />
  return (
    <ConnectionCard
      service="Discord"
      connection={{ ...connection, channel: null, team_name: null }}
      reconnect="Update"
      onReconnect={onEdit}
      onDisconnect={() => api.delete('/discord/authorizations/:id', { params: { id } })}
      onDisconnected={() => {
        void cache.invalidateQueries({ queryKey: ['discord'] })
        void cache.invalidateQueries({ queryKey: connectedServicesQuery.queryKey })
      }}
      facts={<Settings authorization={authorization} />}
    />
  )
}

const NONE = 'Not connected'

/** The server shows the token as dots. */
function Settings({ authorization }: { authorization: DiscordAuthorization | null }) {
  const { bot_token, channel, guild_name } = authorization ?? {}
  return (
    <>
      <Fact term="Bot token">{bot_token ?? NONE}</Fact>
      <Fact term="Server">{guild_name ?? NONE}</Fact>
      <Fact term="Channel">{channel ? `#${channel}` : NONE}</Fact>
    </>
  )
}

const HowItWorks = () => (
  <ol>
    <li>
      In the{' '}
      <Anchor href="https://discord.com/developers/applications" target="_blank" rel="noreferrer">
        developer portal of Discord
      </Anchor>
      , create an application, and copy the token of its bot.
    </li>
    <li>On the same page, turn on Message Content Intent, so that the bot can read your answers.</li>
    <li>Connect here with the token, add the bot to your server, and choose a channel that only your team can see.</li>
    <li>
      Each conversation becomes a thread. Reply in it to write to the customer, under the name of the agent with your
      name in Discord. Start a message with <code>;;</code> to write a private note.
    </li>
  </ol>
)

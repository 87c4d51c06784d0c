import type { DiscordAuthorization } from '@papercups/contract'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { api } from '../../../lib/api.js'
import { Fact } from '../../../ui/facts.js'
import { ReplyChannel } from '../reply-channel.js'
import { DiscordDialog } from './discord-dialog.js'
import { discordQuery } from './discord-queries.js'

export function DiscordPage() {
  const { inbox_id } = useParams()
  const stored = useQuery(discordQuery(inbox_id))
  return (
    <ReplyChannel
      service="Discord"
      inbox_id={inbox_id}
      stored={stored}
      queryKey={['discord']}
      how={<HowItWorks />}
      Settings={Settings}
      Dialog={DiscordDialog}
      onDisconnect={(id) => api.delete('/discord/authorizations/:id', { params: { id } })}
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

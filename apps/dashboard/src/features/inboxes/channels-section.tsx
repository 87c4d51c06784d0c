import type { Inbox } from '@papercups/contract'
import { useQuery } from '@tanstack/react-query'
import { ChannelList } from '../../entities/integration/channel-list.js'
import { replyChannels, sourceChannels } from '../../entities/integration/channels.js'
import { Section } from '../../ui/section.js'
import { addressCountQuery, chatCountQuery } from './inbox-query.js'

/** How customers reach this inbox, and where the team answers. */
export function ChannelsSection({ inbox }: { inbox: Inbox }) {
  const { data: chats } = useQuery(chatCountQuery(inbox.id))
  const { data: addresses } = useQuery(addressCountQuery(inbox.id))
  const connected = { chat: isSome(chats), ses: isSome(addresses) }
  const replies = replyChannels()
  return (
    <>
      <Section title="Channel settings" lead="How customers reach this inbox.">
        <ChannelList label="Source channels" inbox={inbox} channels={sourceChannels()} connected={connected} />
      </Section>
      {replies.length > 0 && (
        <Section title="Reply channels" lead="Where your team reads and answers its conversations.">
          <ChannelList label="Reply channels" inbox={inbox} channels={replies} />
        </Section>
      )}
    </>
  )
}

const isSome = (count: number | undefined) => (count === undefined ? undefined : count > 0)

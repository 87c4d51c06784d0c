import { Button } from '@mantine/core'
import { describeError } from '../../../lib/api-error.js'
import type { ConversationRow } from '../../../entities/conversation/conversations.js'
import { Notice } from '../../../ui/notice.js'
import { Announcer } from './announcer.js'
import { History } from './history.js'
import { MessageSkeletons } from './message-skeletons.js'
import styles from './thread.module.css'
import { useMessages } from './use-messages.js'

export function MessageList({ conversation, at }: { conversation: ConversationRow; at: number | null }) {
  const { messages, newest, error, refetch, earlier, later } = useMessages(conversation.id, at)

  if (!messages && error) {
    const retry = <Button onClick={() => void refetch()}>Try again</Button>
    return (
      <Notice role="alert" title="Error retrieving conversation" actions={retry}>
        {describeError(error)}
      </Notice>
    )
  }
  if (!messages || !newest) return <MessageSkeletons />
  return (
    <div className={styles.box}>
      {/* Another start position needs a new list. */}
      <History key={at ?? 'newest'} {...{ conversation, messages, at, earlier, later }} />
      <Announcer messages={newest} />
    </div>
  )
}

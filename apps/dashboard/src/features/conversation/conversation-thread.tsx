import { useQuery } from '@tanstack/react-query'
import { conversationQuery } from '../../entities/conversation/conversations.js'
import { customerName } from '../../entities/person-name.js'
import { LoadFailure } from '../../ui/page.js'
import { Composer } from './composer/composer.js'
import styles from './conversation.module.css'
import { MessageList } from './thread/message-list.js'
import { MessageSkeletons } from './thread/message-skeletons.js'

/** The messages and the composer alone, for pages that show a conversation beside something else. */
export function ConversationThread({ id }: { id: string }) {
  const { data: conversation, error, refetch } = useQuery(conversationQuery(id))
  if (!conversation && error) return <LoadFailure title="Error retrieving conversation" error={error} retry={refetch} />
  if (!conversation) return <MessageSkeletons />
  return (
    <section className={styles.alone} aria-label={`Conversation with ${customerName(conversation.customer)}`}>
      <MessageList conversation={conversation} at={null} />
      <Composer conversation={conversation} />
    </section>
  )
}

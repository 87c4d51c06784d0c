import type { Conversation } from '@papercups/contract'
import { formatDate } from '../../lib/format.js'
import { customerName } from '../../lib/people.js'
import { Transcript } from '../../ui/transcript.js'
import styles from './share-page.module.css'

export function SharedConversation({ conversation }: { conversation: Conversation }) {
  // The server leaves private notes out. Should one ever come, it is still nobody's here to read.
  const messages = conversation.messages.filter((message) => !message.private).toSorted((a, b) => a.seq - b.seq)
  return (
    <>
      <h1 className={styles.title} dir="auto">
        Conversation with {customerName(conversation.customer)}
      </h1>
      <p className={styles.lead}>
        {conversation.subject && <span dir="auto">{conversation.subject} · </span>}
        Started on {formatDate(conversation.created_at)}
      </p>
      <Transcript messages={messages} customer={conversation.customer} />
    </>
  )
}

import type { Customer, Message } from '@papercups/contract'
import { useMemo } from 'react'
import { formatMoment } from '../lib/format.js'
import { mentionedNames } from '../lib/mentioned-names.js'
import { customerName, userName } from '../lib/people.js'
import { Avatar, type AvatarId } from './avatar.js'
import { FileList } from './file-list.js'
import { Markdown } from './markdown.js'
import { MessageWords } from './message-words.js'
import { Notice } from './notice.js'
import styles from './transcript.module.css'

/** What was said, to be read and not to be answered. */
export function Transcript({ messages, customer }: { messages: readonly Message[]; customer: Customer | null }) {
  if (messages.length === 0) return <Notice title="No messages" />
  return (
    <ol className={styles.messages} aria-label="Messages">
      {messages.map((message) => (
        <Said key={message.id} message={message} customer={customer} />
      ))}
    </ol>
  )
}

function Said({ message, customer }: { message: Message; customer: Customer | null }) {
  const mentions = useMemo(() => mentionedNames(message.metadata), [message.metadata])
  const ours = !message.customer_id
  const person = ours ? message.user : customer
  const name = message.type === 'bot' ? 'Bot' : ours ? userName(message.user) : customerName(customer)
  return (
    <li className={styles.message} data-ours={ours || undefined} data-private={message.private || undefined}>
      <Avatar id={avatarIdOf(message)} name={name} image={person?.profile_photo_url} size={28} />
      <div className={styles.stack}>
        <div className={styles.byline}>
          <span dir="auto">{name}</span>
          {message.private && <span>Private note</span>}
          <time dateTime={message.created_at}>{formatMoment(message.created_at)}</time>
        </div>
        <div className={styles.bubble}>
          <MessageWords message={message}>
            <Markdown text={message.body ?? ''} mentions={mentions} />
          </MessageWords>
          <FileList files={message.attachments} />
        </div>
      </div>
    </li>
  )
}

function avatarIdOf({ type, user_id, customer_id }: Message): AvatarId {
  if (type === 'bot') return 'bot'
  return customer_id ? `customer:${customer_id}` : `user:${user_id ?? 0}`
}

import type { Conversation, Message } from '@papercups/contract'
import { Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.js'
import { formatDate, formatMoment } from '../../lib/format.js'
import { customerName, userName } from '../../lib/people.js'
import { Avatar } from '../../ui/avatar.js'
import { FileList } from '../../ui/file-list.js'
import { Markdown } from '../../ui/markdown.js'
import { Notice } from '../../ui/notice.js'
import styles from './share-page.module.css'

const HtmlFrame = lazyPart(async () => (await import('../../ui/html-frame.js')).HtmlFrame)

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
      {messages.length === 0 && <Notice title="No messages" />}
      <ol className={styles.messages} aria-label="Messages">
        {messages.map((message) => (
          <SharedMessage key={message.id} message={message} conversation={conversation} />
        ))}
      </ol>
    </>
  )
}

function SharedMessage({ message, conversation }: { message: Message; conversation: Conversation }) {
  const ours = !message.customer_id
  const person = ours ? message.user : conversation.customer
  const name = message.type === 'bot' ? 'Bot' : ours ? userName(message.user) : customerName(conversation.customer)
  return (
    <li className={styles.message} data-ours={ours || undefined}>
      <Avatar
        id={`${message.user_id ?? message.customer_id}`}
        name={name}
        image={person?.profile_photo_url}
        size={28}
      />
      <div className={styles.stack}>
        <div className={styles.byline}>
          <span dir="auto">{name}</span>
          <time dateTime={message.created_at}>{formatMoment(message.created_at)}</time>
        </div>
        <div className={styles.bubble}>
          <Words message={message} />
          <FileList files={message.attachments} />
        </div>
      </div>
    </li>
  )
}

function Words({ message: { body, metadata } }: { message: Message }) {
  const html = metadata?.['ses_html']
  if (body || typeof html !== 'string') return <Markdown text={body ?? ''} />
  return (
    <Suspense>
      <HtmlFrame html={html} title="Email" />
    </Suspense>
  )
}

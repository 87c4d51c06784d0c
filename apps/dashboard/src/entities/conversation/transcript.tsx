import type { Customer, Message } from '@papercups/contract'
import { emailOf } from '../message/email-of.js'
import { formatMoment } from '../../lib/format.js'
import { mentionedNames } from '../message/mentioned-names.js'
import { authorName, customerName } from '../person-name.js'
import { Avatar, type AvatarId } from '../../ui/avatar.js'
import { FileList } from '../message/file-list.js'
import { Markdown } from '../../ui/markdown.js'
import { MessageContent } from '../message/message-content.js'
import { Notice } from '../../ui/notice.js'
import styles from './transcript.module.css'

export interface TranscriptEntry {
  key: string
  /** Decides the colour of the avatar. */
  author: AvatarId
  name: string
  photo?: string | null | undefined
  ours: boolean
  private: boolean
  created_at: string
  body: string | null
  mentions: readonly string[]
  email: { subject: string | null; html: string | null }
  files: ReadonlyArray<{ id: string; filename: string; file_url: string; content_type: string; size: number | null }>
}

/** A read-only conversation. */
export function Transcript({ entries }: { entries: readonly TranscriptEntry[] }) {
  if (entries.length === 0) return <Notice title="No messages" />
  return (
    <ol className={styles.messages} aria-label="Messages">
      {entries.map((entry) => (
        <Entry key={entry.key} entry={entry} />
      ))}
    </ol>
  )
}

export function toTranscript(messages: readonly Message[], customer: Customer | null): TranscriptEntry[] {
  return messages.map((message) => {
    const ours = !message.customer_id
    return {
      key: message.id,
      author: avatarIdOf(message),
      name: ours ? authorName(message) : customerName(customer),
      photo: (ours ? message.user : customer)?.profile_photo_url,
      ours,
      private: message.private,
      created_at: message.created_at,
      body: message.body,
      mentions: mentionedNames(message.metadata),
      email: emailOf(message),
      files: message.attachments,
    }
  })
}

function Entry({ entry }: { entry: TranscriptEntry }) {
  const { author, name, photo, ours, created_at, body, mentions, email, files } = entry
  return (
    <li className={styles.message} data-ours={ours || undefined} data-private={entry.private || undefined}>
      <Avatar id={author} name={name} image={photo} size={28} />
      <div className={styles.stack}>
        <div className={styles.byline}>
          <span dir="auto">{name}</span>
          {entry.private && <span>Private note</span>}
          <time dateTime={created_at}>{formatMoment(created_at)}</time>
        </div>
        <div className={styles.bubble}>
          <MessageContent email={email}>
            <Markdown text={body ?? ''} mentions={mentions} />
          </MessageContent>
          <FileList files={files} />
        </div>
      </div>
    </li>
  )
}

function avatarIdOf({ type, user_id, customer_id }: Message): AvatarId {
  if (type === 'bot') return 'bot'
  return customer_id ? `customer:${customer_id}` : `user:${user_id ?? 0}`
}

import type { SharedConversation as Shared, SharedMessage } from '@papercups/contract'
import { formatDate, formatMoment } from '../../lib/format.js'
import { Transcript, type TranscriptEntry } from '../../entities/conversation/transcript.js'
import styles from './share-page.module.css'

export function SharedConversation({ conversation }: { conversation: Shared }) {
  const { company_name, customer_name, subject, created_at, expires_at, messages, has_more } = conversation
  const customer = customer_name ?? 'Anonymous User'
  return (
    <>
      <title>{`Conversation with ${customer} · ${company_name}`}</title>
      <h1 className={styles.title} dir="auto">
        Conversation with {customer}
      </h1>
      <p className={styles.lead}>
        {subject && <span dir="auto">{subject} · </span>}
        Started on {formatDate(created_at)}. You can read it until {formatMoment(expires_at)}.
      </p>
      {has_more && (
        <p className={styles.lead}>Only the newest {messages.length.toLocaleString('en-US')} messages are shown.</p>
      )}
      <Transcript entries={messages.map((message, at) => toEntry(message, at, customer))} />
    </>
  )
}

function toEntry(message: SharedMessage, at: number, customer: string): TranscriptEntry {
  const { author, created_at, body, mentions, email, attachments } = message
  const ours = author !== 'customer'
  const name = author === 'bot' ? 'Bot' : (message.name ?? (ours ? 'Teammate' : customer))
  return {
    key: `${at}`,
    // Shared messages have no author ids, so the name decides the colour.
    author: author === 'bot' ? 'bot' : `${ours ? 'account' : 'customer'}:${name}`,
    name,
    ours,
    private: false,
    created_at,
    body,
    mentions,
    email: email ?? { subject: null, html: null },
    files: attachments.map(({ url, ...file }) => ({ id: url, file_url: url, ...file })),
  }
}

import type { Inbox } from '@papercups/contract'
import { useQuery } from '@tanstack/react-query'
import { env } from '../../lib/env.js'
import { CopyButton } from '../../ui/copy-button.js'
import { Section } from '../../ui/section.js'
import { embedSnippet } from './embed-snippet.js'
import { chatCountQuery } from './inbox-query.js'
import styles from './inboxes.module.css'

/** How customers reach this inbox. */
export function ChannelsSection({ inbox }: { inbox: Inbox }) {
  const { data: chats } = useQuery(chatCountQuery(inbox.id))
  const snippet = embedSnippet(inbox, env.base_url)
  return (
    <Section title="Channel settings" lead="How customers reach this inbox.">
      <div className={styles.channel}>
        <h3>Chat widget</h3>
        {chats !== undefined && (
          <span className={styles.status} data-connected={chats > 0 || undefined}>
            {chats > 0 ? 'Connected' : 'Not connected'}
          </span>
        )}
      </div>
      <p className={styles.hint}>
        {chats === 0 && 'Nobody has written through it yet. '}
        Put these lines at the end of every page on which customers should be able to write to this inbox.
      </p>
      <div className={styles.snippet}>
        <pre tabIndex={0} aria-label="Code of the chat widget">
          {snippet}
        </pre>
        <CopyButton text={snippet} label="Copy code" />
      </div>
    </Section>
  )
}

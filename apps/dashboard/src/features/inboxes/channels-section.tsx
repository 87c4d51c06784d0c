import type { Inbox } from '@papercups/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Section } from '../../ui/section.js'
import { chatCountQuery } from './inbox-query.js'
import styles from './inboxes.module.css'

/** How customers reach this inbox. */
export function ChannelsSection({ inbox }: { inbox: Inbox }) {
  const { data: chats } = useQuery(chatCountQuery(inbox.id))
  return (
    <Section title="Channel settings" lead="How customers reach this inbox.">
      <div className={styles.channel}>
        <h3>Chat widget</h3>
        {chats !== undefined && (
          <span className={styles.status} data-connected={chats > 0 || undefined}>
            {chats > 0 ? 'Connected' : 'Not connected'}
          </span>
        )}
        <Button
          component={Link}
          to={`/inboxes/${inbox.id}/chat-widget`}
          variant="default"
          size="xs"
          aria-label="Configure chat widget"
          className={styles.lead}
        >
          Configure
        </Button>
      </div>
      <p className={styles.hint}>
        {chats === 0 && 'No conversations yet. '}
        Choose how it looks and what it says, and put it on your site.
      </p>
      <div className={styles.channel}>
        <h3>Email forwarding</h3>
        <Button
          component={Link}
          to={`/inboxes/${inbox.id}/email-forwarding`}
          variant="default"
          size="xs"
          aria-label="Configure email forwarding"
          className={styles.lead}
        >
          Configure
        </Button>
      </div>
      <p className={styles.hint}>Forward your support mail to this inbox, and answer it here.</p>
    </Section>
  )
}

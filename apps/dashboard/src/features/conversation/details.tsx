import { CloseButton, Drawer } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import type { ConversationRow } from '../../lib/conversations.js'
import { ConversationFacts } from './conversation-facts.js'
import { CustomerFacts } from './customer-facts.js'
import styles from './details.module.css'
import { Related } from './related.js'
import { TagsSection } from './tags-section.js'

interface Props {
  conversation: ConversationRow
  onClose: () => void
}

/** Beside the messages; over them where there is no room; a sheet on a phone. */
export function Details({ conversation, onClose }: Props) {
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const over = useMediaQuery('(max-width: 75em)', undefined, { getInitialValueInEffect: false })
  useHotkeys(over && !narrow ? [['Escape', onClose]] : [])

  if (narrow) {
    return (
      <Drawer
        opened
        onClose={onClose}
        position="bottom"
        size="80%"
        title="Details"
        closeButtonProps={{ 'aria-label': 'Close details' }}
        classNames={{ content: styles.sheet ?? '' }}
      >
        <Facts conversation={conversation} />
      </Drawer>
    )
  }
  return (
    <aside className={styles.details} aria-label="Details">
      {over && <CloseButton className={styles.close ?? ''} aria-label="Close details" onClick={onClose} />}
      <Facts conversation={conversation} />
    </aside>
  )
}

function Facts({ conversation }: { conversation: ConversationRow }) {
  return (
    <>
      <CustomerFacts customer={conversation.customer} />
      <ConversationFacts conversation={conversation} />
      <TagsSection conversation={conversation} />
      <Related conversationId={conversation.id} />
    </>
  )
}

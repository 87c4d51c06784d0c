import type { Customer } from '@papercups/contract'
import { CloseButton, Drawer } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { ConversationRow } from '../../../entities/conversation/conversations.js'
import { ConversationFacts } from './conversation-facts.js'
import { CustomerFacts } from './customer-facts.js'
import styles from './details.module.css'
import { Related } from './related.js'
import { TagsSection } from './tags-section.js'

/** Further sections about the customer. The app layer passes them in, because features do not import each other. */
export type AboutCustomer = (customer: Customer) => ReactNode

interface Props {
  conversation: ConversationRow
  about: AboutCustomer
  onClose: () => void
}

/** A column beside the messages, an overlay on smaller screens, a sheet on a phone. */
export function Details({ conversation, about, onClose }: Props) {
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const over = !useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
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
        <Facts conversation={conversation} about={about} />
      </Drawer>
    )
  }
  return (
    <aside className={styles.details} aria-label="Details">
      {over && <CloseButton className={styles.close ?? ''} aria-label="Close details" onClick={onClose} />}
      <Facts conversation={conversation} about={about} />
    </aside>
  )
}

function Facts({ conversation, about }: Omit<Props, 'onClose'>) {
  const { customer } = conversation
  return (
    <>
      {customer && <CustomerFacts customer={customer} />}
      <ConversationFacts conversation={conversation} />
      <TagsSection conversation={conversation} />
      {customer && about(customer)}
      <Related conversationId={conversation.id} />
    </>
  )
}

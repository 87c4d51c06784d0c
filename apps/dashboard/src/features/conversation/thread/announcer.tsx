import type { Message } from '@papercups/contract'
import { VisuallyHidden } from '@mantine/core'
import { useRef } from 'react'
import { firstWords } from '../../../entities/message/first-words.js'
import { useMe } from '../../../entities/user/me.js'
import { customerName, userName } from '../../../entities/person-name.js'
import { lastSeq } from './message-order.js'

/** Announces new messages of others to screen readers. Messages from before opening are not announced. */
export function Announcer({ messages }: { messages: readonly Message[] }) {
  const me = useMe()
  const startSeq = useRef(lastSeq(messages)).current
  const last = messages.at(-1)
  const news = last && last.seq > startSeq && last.user_id !== me.id ? last : undefined

  return (
    <VisuallyHidden role="status" aria-live="polite">
      {news && `New message from ${writer(news)}: ${firstWords(news)}`}
    </VisuallyHidden>
  )
}

const writer = ({ customer_id, customer, user }: Message) => (customer_id ? customerName(customer) : userName(user))

import type { Message } from '@papercups/contract'
import { Button, Skeleton } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ConversationRow } from '../../lib/conversations.js'
import { describeError } from '../../lib/api-error.js'
import { formatDay } from '../../lib/format.js'
import { useNow } from '../../lib/use-now.js'
import { Notice } from '../../ui/notice.js'
import { Announcer } from './announcer.js'
import styles from './conversation.module.css'
import { hasEarlier } from './merge-messages.js'
import { MessageGroup } from './message-group.js'
import { loadEarlier, messagesQuery } from './messages-query.js'
import { toDays, toItems } from './thread.js'
import { useOutbox } from './use-outbox.js'
import { useStickToEnd } from './use-stick-to-end.js'

export function MessageList({ conversation }: { conversation: ConversationRow }) {
  const { data: messages, isError, error, refetch } = useQuery(messagesQuery(conversation.id))

  if (messages) return <History conversation={conversation} messages={messages} />
  if (!isError) return <MessageSkeletons />
  const retry = <Button onClick={() => void refetch()}>Try again</Button>
  return (
    <Notice role="alert" title="Error retrieving conversation" actions={retry}>
      {describeError(error)}
    </Notice>
  )
}

function History({ conversation, messages }: { conversation: ConversationRow; messages: Message[] }) {
  const outgoing = useOutbox(conversation.id, messages)
  const items = toItems(messages, outgoing)
  const days = useMemo(() => toDays(items), [items])
  const answer = messages.findLast((message) => !message.customer_id && !message.private)
  const stick = useStickToEnd(items[0]?.key, items.at(-1)?.key)
  const now = useNow()

  return (
    <div className={styles.historyBox}>
      <div
        className={styles.history}
        ref={stick.scroller}
        onScroll={stick.onScroll}
        role="region"
        aria-label="Messages"
        tabIndex={0}
      >
        <div className={styles.thread} ref={stick.content}>
          {items.length === 0 && <Notice title="No messages">Say hello!</Notice>}
          {hasEarlier(messages) && <EarlierButton conversationId={conversation.id} />}
          {days.map((day) => (
            <section key={day.key} aria-label={formatDay(day.at, now)}>
              <div className={styles.day}>{formatDay(day.at, now)}</div>
              <ol className={styles.groups}>
                {day.groups.map((group) => (
                  <MessageGroup
                    key={group.key}
                    group={group}
                    customer={conversation.customer}
                    seen={Boolean(answer?.seen_at) && group.items.some((item) => item.message === answer)}
                  />
                ))}
              </ol>
            </section>
          ))}
        </div>
      </div>
      {stick.unseen && (
        <Button
          className={styles.jump ?? ''}
          size="compact-sm"
          leftSection={<IconArrowDown size={14} />}
          onClick={stick.toEnd}
        >
          New messages
        </Button>
      )}
      <Announcer messages={messages} />
    </div>
  )
}

function EarlierButton({ conversationId }: { conversationId: string }) {
  const cache = useQueryClient()
  const { mutate, isPending, isError } = useMutation({ mutationFn: () => loadEarlier(cache, conversationId) })
  return (
    <Button variant="subtle" size="compact-sm" mx="auto" loading={isPending} onClick={() => mutate()}>
      {isError ? 'That did not work. Try again' : 'Load earlier messages'}
    </Button>
  )
}

function MessageSkeletons() {
  return (
    <div className={styles.historyBox} aria-busy="true" aria-label="Messages">
      <div className={styles.thread}>
        {[220, 160, 280, 120].map((width, index) => (
          <div key={width} className={[styles.group, index % 2 && styles.ours].filter(Boolean).join(' ')}>
            <Skeleton height={40} width={width} radius="lg" />
          </div>
        ))}
      </div>
    </div>
  )
}

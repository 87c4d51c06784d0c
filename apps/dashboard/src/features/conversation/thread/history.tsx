import type { Message, Rating } from '@papercups/contract'
import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { ConversationRow } from '../../../entities/conversation/conversations.js'
import { accountQuery, useMe } from '../../../entities/user/me.js'
import { formatMoment } from '../../../lib/format.js'
import { Notice } from '../../../ui/notice.js'
import type { Team } from './author.js'
import { MessageRow } from './message-row.js'
import { PreviousHeading } from './previous-heading.js'
import { placeRatings } from './place-ratings.js'
import { ratingsQuery } from './ratings-query.js'
import { receiptsOf } from './receipts.js'
import { toItems, toRows } from './thread.js'
import styles from './thread.module.css'
import { lastSeq } from './message-order.js'
import { useInView } from './use-in-view.js'
import { useMarkRead } from './use-mark-read.js'
import type { useMessages } from './use-messages.js'
import { useOutbox } from './use-outbox.js'
import { usePrevious } from './use-previous.js'
import { useThreadScroll } from './use-thread-scroll.js'

interface Props {
  conversation: ConversationRow
  messages: Message[]
  /** The number of the message that a search found. */
  at: number | null
  earlier: ReturnType<typeof useMessages>['earlier']
  later: ReturnType<typeof useMessages>['later']
}

/** A constant empty list, so that scrolling does not recompute all rows. */
const NOTHING: ReturnType<typeof useOutbox> = []

export function History({ conversation, messages, at, earlier, later }: Props) {
  const waiting = useOutbox(conversation.id, messages)
  const outgoing = waiting.length > 0 ? waiting : NOTHING
  const previous = usePrevious(conversation.id, !earlier.exists)
  const rows = useMemo(() => {
    const before = previous.shown.flatMap((each) => each.messages.toSorted((a, b) => a.seq - b.seq))
    return toRows(toItems([...before, ...messages], outgoing))
  }, [previous.shown, messages, outgoing])
  const byMail = useMemo(() => {
    const conversations = [conversation, ...previous.shown].filter(({ source }) => source === 'email')
    return new Set(conversations.map(({ id }) => id))
  }, [conversation, previous.shown])
  const { data: ratings } = useQuery(ratingsQuery(conversation.id))
  const isEnd = !later.exists
  const rated = useMemo(() => placeRatings(rows, ratings ?? [], isEnd), [rows, ratings, isEnd])
  const receipts = useMemo(() => receiptsOf(messages), [messages])
  const foundIndex = at === null ? -1 : rows.findIndex(({ item }) => isFound(item.message, conversation.id, at))

  // Around a search result the newest messages may not be on the screen yet.
  useMarkRead(conversation, later.exists ? -1 : lastSeq(messages))
  const team = useTeam()
  const { scroller, virtual, onScroll, goToEnd, unseen } = useThreadScroll(rows, foundIndex, !later.exists)
  const top = useInView(scroller, messages[0]?.seq, earlier.exists && !earlier.isError, () => {
    if (!earlier.isPending) earlier.mutate()
  })
  const end = useInView(scroller, messages.at(-1)?.seq, later.exists && !later.isError, () => {
    if (!later.isPending) later.mutate()
  })
  const [, setQuery] = useSearchParams()
  const drawn = virtual.getVirtualItems()

  function toNewest() {
    if (!later.exists) return goToEnd()
    const leave = (query: URLSearchParams) => {
      query.delete('at')
      return query
    }
    setQuery(leave, { replace: true })
  }

  return (
    <>
      <div
        className={styles.history}
        ref={scroller}
        onScroll={onScroll}
        role="region"
        aria-label="Messages"
        tabIndex={0}
      >
        {rows.length === 0 && <Notice title="No messages">Say hello!</Notice>}
        <div className={styles.thread} style={{ height: virtual.getTotalSize() }}>
          <div className={styles.top} ref={top}>
            <Above earlier={earlier} previous={previous} />
          </div>
          <ol className={styles.rows} style={{ transform: `translateY(${drawn[0]?.start ?? 0}px)` }}>
            {drawn.map(({ index, key }) => {
              const row = rows[index]
              if (!row) return null
              const opened = row.opensConversation && previous.shown.length > 0
              return (
                <li key={key} data-index={index} ref={virtual.measureElement}>
                  <MessageRow
                    row={row}
                    customer={conversation.customer}
                    team={team}
                    receipt={row.item.message && receipts.get(row.item.message.id)}
                    found={index === foundIndex}
                    isByMail={row.item.message !== undefined && byMail.has(row.item.message.conversation_id)}
                    heading={opened && <PreviousHeading row={row} conversations={previous.shown} />}
                  />
                  {rated.get(index)?.map((rating) => (
                    <RatingLine key={rating.id} rating={rating} />
                  ))}
                </li>
              )
            })}
          </ol>
          <div className={styles.end} ref={end} />
        </div>
      </div>
      {(unseen || later.exists) && (
        <Button
          className={styles.jump ?? ''}
          size="compact-sm"
          leftSection={<IconArrowDown size={14} />}
          onClick={toNewest}
        >
          {unseen ? 'New messages' : 'Newest messages'}
        </Button>
      )}
    </>
  )
}

function RatingLine({ rating: { score, comment, rated_at } }: { rating: Rating }) {
  return (
    <div className={styles.day} title={formatMoment(rated_at)}>
      <span className={styles.systemLine}>
        Rated {score} of 5{comment && <bdi>: {comment}</bdi>}
      </span>
    </div>
  )
}

/** Read once here instead of in every row. */
function useTeam(): Team {
  const { id } = useMe()
  const { data: account } = useQuery(accountQuery)
  return useMemo(() => ({ me: id, users: account?.users ?? [] }), [id, account])
}

/** Above the first message: loads earlier messages or the previous conversation. */
function Above({ earlier, previous }: { earlier: Props['earlier']; previous: ReturnType<typeof usePrevious> }) {
  if (earlier.isError) {
    return (
      <Button variant="subtle" size="compact-sm" onClick={() => earlier.mutate()}>
        Loading failed. Try again
      </Button>
    )
  }
  if (earlier.exists) return 'Loading earlier messages…'
  if (!previous.more) return null
  return (
    <Button variant="subtle" size="compact-sm" loading={previous.isFetching} onClick={previous.show}>
      Load previous conversation
    </Button>
  )
}

const isFound = (message: Message | undefined, conversationId: string, seq: number) =>
  message?.conversation_id === conversationId && message.seq === seq

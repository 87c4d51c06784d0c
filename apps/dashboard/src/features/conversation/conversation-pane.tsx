import { Anchor, Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { describeError } from '../../lib/api-error.js'
import { conversationQuery, findRow, type ConversationRow } from '../../lib/conversations.js'
import { customerName } from '../../lib/people.js'
import { Notice } from '../../ui/notice.js'
import { Composer } from './composer.js'
import styles from './conversation.module.css'
import { Details } from './details.js'
import { Header } from './header.js'
import { MessageList } from './message-list.js'
import { useMarkRead } from './use-mark-read.js'
import { useUpdateConversation } from './use-update-conversation.js'

/** Long enough to be read, short enough not to be waited for. */
const CLOSING = 400

interface Props {
  id: string
  backTo: string
  onClosed: () => void
}

export function ConversationPane({ id, backTo, onClosed }: Props) {
  const cache = useQueryClient()
  const { data, isError, error, refetch } = useQuery({
    ...conversationQuery(id),
    initialData: () => findRow(cache, id),
  })

  if (data) return <OpenConversation key={id} conversation={data} backTo={backTo} onClosed={onClosed} />
  if (isError) {
    const actions = (
      <>
        <Button onClick={() => void refetch()}>Try again</Button>
        <Button variant="default" component={Link} to={backTo}>
          Back to the list
        </Button>
      </>
    )
    return (
      <Notice role="alert" title="Error retrieving conversation" actions={actions}>
        {describeError(error)}
      </Notice>
    )
  }
  return (
    <div className={styles.main} aria-busy="true">
      <div className={styles.header}>
        <Skeleton height={14} width={140} />
      </div>
    </div>
  )
}

function OpenConversation({ conversation, backTo, onClosed }: Omit<Props, 'id'> & { conversation: ConversationRow }) {
  const wide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [closing, setClosing] = useState(false)
  const update = useUpdateConversation(conversation.id)
  const detailsOpen = chosen ?? wide ?? false
  useMarkRead(conversation)
  const mounted = useMounted()

  function close() {
    setClosing(true)
    setTimeout(() => {
      update.mutate({ status: 'closed' }, { onError: () => setClosing(false) })
      // Whoever went elsewhere in the meantime stays there; the conversation closes all the same.
      if (mounted.current) onClosed()
    }, CLOSING)
  }

  function reopen() {
    setClosing(false)
    update.mutate(
      { status: 'open' },
      { onSuccess: () => void notifications.show({ message: 'Conversation re-opened!' }) },
    )
  }

  const reopenHere = (
    <Anchor component={Link} to="/conversations/closed" underline="always">
      Reopen it here
    </Anchor>
  )
  return (
    <div className={styles.pane}>
      <title>{`${customerName(conversation.customer)} · Papercups`}</title>
      <section className={styles.main} aria-label={`Conversation with ${customerName(conversation.customer)}`}>
        <Header
          conversation={conversation}
          backTo={backTo}
          detailsOpen={detailsOpen}
          onDetails={() => setChosen(!detailsOpen)}
          onClose={close}
          onReopen={reopen}
        />
        {closing ? (
          <Notice role="status" title="Conversation closed!" actions={reopenHere} />
        ) : (
          <>
            <MessageList conversation={conversation} />
            <Composer conversationId={conversation.id} />
          </>
        )}
      </section>
      {detailsOpen && <Details conversation={conversation} />}
    </div>
  )
}

function useMounted() {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => void (mounted.current = false)
  }, [])
  return mounted
}

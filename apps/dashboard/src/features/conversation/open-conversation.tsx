import { Anchor } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { lazyPart } from '../../ui/lazy-part.js'
import type { ConversationRow } from '../../entities/conversation/conversations.js'
import { customerName } from '../../entities/person-name.js'
import { useShortcuts } from '../../lib/use-shortcuts.js'
import { Notice } from '../../ui/notice.js'
import { offerUndo } from '../../ui/offer-undo.js'
import { Composer } from './composer/composer.js'
import styles from './conversation.module.css'
import { Deleted } from './thread/deleted.js'
import type { AboutCustomer } from './details/details.js'
import { Header } from './header/header.js'
import { MessageList } from './thread/message-list.js'
import { TypingLine } from './thread/typing-line.js'
import { useUpdateConversation } from './use-update-conversation.js'
import { useViewing } from './header/use-viewing.js'

/** How long "Conversation closed!" is shown. */
const CLOSED_NOTICE_MS = 400

const Details = lazyPart(async () => (await import('./details/details.js')).Details)

interface Props {
  conversation: ConversationRow
  backTo: string
  about: AboutCustomer
  onClosed: () => void
}

export function OpenConversation({ conversation, backTo, about, onClosed }: Props) {
  const wide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [search] = useSearchParams()
  const viewing = useViewing(conversation)
  const detailsOpen = chosen ?? wide ?? false
  // Messages render first. The details render later, in space reserved for them.
  const detailsDrawn = useDeferredValue(detailsOpen, false)
  const deleted = conversation.archived_at !== null
  const { closing, close, reopen, prioritize } = useWork(conversation, onClosed)
  useShortcuts({
    D: () => !deleted && conversation.status === 'open' && close(),
    O: () => !deleted && conversation.status === 'closed' && reopen(),
    P: () => !deleted && prioritize('priority'),
    U: () => !deleted && prioritize('not_priority'),
  })

  const reopenHere = (
    <Anchor component={Link} to="/conversations/closed" underline="always">
      Reopen it here
    </Anchor>
  )
  return (
    <div className={styles.pane}>
      <title>{`${customerName(conversation.customer)} · Papercups`}</title>
      <Header
        conversation={conversation}
        viewers={viewing.viewers}
        backTo={backTo}
        detailsOpen={detailsOpen}
        onDetails={() => setChosen(!detailsOpen)}
        onClose={close}
        onReopen={reopen}
        onGone={onClosed}
      />
      <div className={styles.body}>
        <section className={styles.main} aria-label={`Conversation with ${customerName(conversation.customer)}`}>
          {closing ? (
            <Notice role="status" title="Conversation closed!" actions={reopenHere} />
          ) : deleted ? (
            <Deleted conversation={conversation} />
          ) : (
            <>
              <MessageList conversation={conversation} at={Number(search.get('at')) || null} />
              <TypingLine names={viewing.typing} />
              <Composer conversation={conversation} />
            </>
          )}
        </section>
        {detailsOpen && (
          <Suspense fallback={<div className={styles.detailsSpace} />}>
            {detailsDrawn ? (
              <Details conversation={conversation} about={about} onClose={() => setChosen(false)} />
            ) : (
              <div className={styles.detailsSpace} />
            )}
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** Closes, reopens and prioritizes a conversation. */
function useWork(conversation: ConversationRow, onClosed: () => void) {
  const [closing, setClosing] = useState(false)
  const update = useUpdateConversation(conversation.id)
  const mounted = useMounted()

  function reopen() {
    setClosing(false)
    update.mutateAsync({ status: 'open' }).then(
      () => void notifications.show({ message: 'Conversation re-opened!' }),
      // The mutation itself shows the error.
      () => undefined,
    )
  }

  return {
    closing,

    close() {
      if (closing) return
      setClosing(true)
      setTimeout(() => {
        // A promise, because callbacks of `mutate` are lost when the next conversation replaces this one.
        update.mutateAsync({ status: 'closed' }).then(
          () => offerUndo('Conversation closed', reopen),
          () => setClosing(false),
        )
        // If the user has opened another conversation meanwhile, stay there.
        if (mounted.current) onClosed()
      }, CLOSED_NOTICE_MS)
    },

    reopen,

    prioritize(priority: ConversationRow['priority']) {
      if (conversation.priority !== priority) update.mutate({ priority })
    },
  }
}

function useMounted() {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => void (mounted.current = false)
  }, [])
  return mounted
}

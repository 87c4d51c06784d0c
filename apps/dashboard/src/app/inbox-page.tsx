import type { Customer } from '@papercups/contract'
import { Button, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, type ReactNode } from 'react'
import { Link, useNavigate, useOutletContext, useParams, useSearchParams } from 'react-router'
import { lazyPart } from '../ui/lazy-part.js'
import { messagesQuery } from '../features/conversation/thread/messages-query.js'
import { PaneSkeleton } from '../features/conversation/pane-skeleton.js'
import { BucketNav } from '../features/inbox/bucket-nav.js'
import { ConversationList } from '../features/inbox/conversation-list.js'
import { useConversationRows } from '../features/inbox/conversation-rows.js'
import { NothingOpen } from '../features/inbox/nothing-open.js'
import { useNeighbours } from '../features/inbox/use-neighbours.js'
import type { View } from '../features/inbox/views.js'
import { describeError } from '../lib/api-error.js'
import type { ConversationRow } from '../entities/conversation/conversations.js'
import { preload } from '../lib/until-loaded.js'
import { useShortcuts } from '../lib/use-shortcuts.js'
import { Notice } from '../ui/notice.js'
import styles from './inbox-page.module.css'
import type { ShellContext } from './shell.js'
import { useView } from './use-view.js'

/** Loaded when the pointer comes near a conversation, so that the list of the inbox appears first. */
const loadPane = () => import('../features/conversation/conversation-pane.js')
const ConversationPane = lazyPart(async () => (await loadPane()).ConversationPane)

const AboutCustomer = lazyPart(async () => (await import('./about-customer.js')).AboutCustomer)
const about = (customer: Customer) => (
  <Suspense>
    <AboutCustomer key={customer.id} customer={customer} />
  </Suspense>
)

const NewInboxDialog = lazyPart(async () => (await import('../features/inboxes/new-inbox-dialog.js')).NewInboxDialog)

export function InboxPage() {
  const { view, error, retry } = useView()
  const { conversation_id } = useParams()
  if (view) return <Inbox view={view} openId={conversation_id} />
  return (
    <Panes>
      {view === undefined && <NoSuchView />}
      {error && <ViewError error={error} onRetry={retry} />}
    </Panes>
  )
}

function Inbox({ view, openId }: { view: View; openId: string | undefined }) {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q')?.trim() ?? ''
  const list = useConversationRows(view, q, openId)
  const neighbours = useNeighbours(list.rows, openId)
  const navigate = useNavigate()
  const cache = useQueryClient()
  const prefetch = useCallback(
    (id: string) => {
      preload(loadPane)
      void cache.prefetchQuery(messagesQuery(id))
    },
    [cache],
  )

  const home = view.path + queryOf({ q })
  const pathTo = (row: ConversationRow) => `${view.path}/${row.id}${queryOf({ q, at: row.match?.seq })}`
  const open = (row: ConversationRow | undefined) => row && void navigate(pathTo(row))

  /** Opens the next conversation after this one was closed, snoozed or deleted. On a phone it opens the list. */
  function moveOn() {
    const { next, previous } = neighbours()
    const row = next ?? previous
    void navigate(row && window.innerWidth > 768 ? pathTo(row) : home)
  }
  const isEmpty = list.isSuccess && list.rows.length === 0 && !q
  useShortcuts({ ArrowUp: () => open(neighbours().next), ArrowDown: () => open(neighbours().previous) })

  return (
    <Panes open={openId !== undefined} empty={isEmpty && !openId}>
      {!openId && <title>{`${view.title} · Papercups`}</title>}
      <ConversationList
        {...{ view, q, openId, list, pathTo }}
        onSearch={(wanted) => setSearch(wanted ? { q: wanted } : {}, { replace: true })}
        onApproach={prefetch}
        onDeleted={(ids) => void (openId && ids.includes(openId) && navigate(home))}
      />
      <div className={styles.thread}>
        {openId ? (
          <Suspense fallback={<PaneSkeleton />}>
            <ConversationPane key={openId} id={openId} backTo={home} about={about} onClosed={moveOn} />
          </Suspense>
        ) : (
          list.isSuccess && <NothingOpen view={view} empty={isEmpty} />
        )}
      </div>
    </Panes>
  )
}

interface PanesProps {
  open?: boolean
  /** A phone shows the hint for an empty list below it. */
  empty?: boolean
  children: ReactNode
}

function Panes({ open = false, empty = false, children }: PanesProps) {
  const { openShortcuts } = useOutletContext<ShellContext>()
  const [adding, { open: addInbox, close }] = useDisclosure()
  return (
    <div className={styles.panes} data-open={open || undefined} data-empty={empty || undefined}>
      <VisuallyHidden component="h1" className={styles.heading ?? ''}>
        Inbox
      </VisuallyHidden>
      <BucketNav onAddInbox={addInbox} onShortcuts={openShortcuts} />
      {children}
      {adding && (
        <Suspense>
          <NewInboxDialog onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

function NoSuchView() {
  const actions = (
    <Button component={Link} to="/conversations/all">
      All conversations
    </Button>
  )
  return (
    <div className={styles.nothing}>
      <Notice title="Nothing here" actions={actions}>
        This link does not lead to a list of conversations.
      </Notice>
    </div>
  )
}

function ViewError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className={styles.nothing}>
      <Notice role="alert" title="Error retrieving inbox" actions={<Button onClick={onRetry}>Try again</Button>}>
        {describeError(error)}
      </Notice>
    </div>
  )
}

function queryOf({ q, at }: { q: string; at?: number | undefined }) {
  const query = new URLSearchParams({ ...(q && { q }), ...(at && { at: String(at) }) }).toString()
  return query && `?${query}`
}

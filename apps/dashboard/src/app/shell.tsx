import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { Suspense, useRef, useState, type ComponentProps } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { lazyPart } from '../ui/lazy-part.js'
import { useLiveEmails } from '../features/conversation/thread/emails-query.js'
import { useLiveRatings } from '../features/conversation/thread/ratings-query.js'
import { useLiveServiceDeliveries } from '../features/conversation/thread/service-deliveries-query.js'
import { useLiveMessages } from '../features/conversation/thread/use-live-messages.js'
import { useLiveOutbox } from '../features/conversation/thread/use-outbox.js'
import { useLiveCounts } from '../features/inbox/conversation-counts.js'
import { useLiveRows } from '../features/inbox/use-live-rows.js'
import { useMessageSound } from '../features/inbox/use-message-sound.js'
import { env } from '../lib/env.js'
import { useLiveMe, useMe } from '../entities/user/me.js'
import { useLiveNotes } from '../entities/note/notes.js'
import { useLivePresence } from '../entities/customer/presence.js'
import { SocketProvider } from '../lib/socket.js'
import { useLiveCustomers } from '../entities/customer/use-live-customers.js'
import { useLiveRecords } from '../entities/use-live-records.js'
import { BottomBar } from './bottom-bar.js'
import { useChatWithUs } from './chat-with-us.js'
import { ConnectionBar } from './connection-bar.js'
import { menuFor } from './menu.js'
import { Rail } from './rail.js'
import { SignedIn } from './session-guard.js'
import { ShellSkeleton } from './shell-skeleton.js'
import styles from './shell.module.css'
import { UnreadSigns } from './unread-signs.js'

const Palette = lazyPart(async () => (await import('../features/palette/palette.js')).Palette)
const PaymentNotice = lazyPart(async () => (await import('../features/billing/payment-notice.js')).PaymentNotice)
const ShortcutsHelp = lazyPart(async () => (await import('./shortcuts-help.js')).ShortcutsHelp)

/** What pages get from the shell. */
export interface ShellContext {
  openShortcuts: () => void
}

/** The frame around every page for signed-in users. */
export function Shell() {
  return (
    <SignedIn skeleton={<ShellSkeleton />}>
      <SocketProvider>
        <Live />
        <UnreadSigns />
        <Frame />
      </SocketProvider>
    </SignedIn>
  )
}

/** The features that listen to pushes while a user is signed in. */
function Live() {
  const { account_id } = useMe()
  useLiveMe(account_id)
  useLiveRows(account_id)
  useLiveCounts(account_id)
  useLiveMessages(account_id)
  useLiveEmails(account_id)
  useLiveRatings(account_id)
  useLiveServiceDeliveries(account_id)
  useLiveOutbox(account_id)
  useLivePresence(account_id)
  useMessageSound(account_id)
  useLiveRecords(account_id)
  useLiveCustomers(account_id)
  useLiveNotes(account_id)
  return null
}

function Frame() {
  const { role } = useMe()
  const menu = menuFor(role, env, useLocation().pathname)
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const openChat = useChatWithUs(menu.chat)
  const palette = usePalette()
  const Menu = narrow ? BottomBar : Rail
  // Works in text fields, too.
  const togglePalette = palette.opened ? palette.close : palette.open
  useHotkeys([['mod+K', (event) => void (event.repeat || togglePalette())]], [], true)
  const [help, { open: openShortcuts, close: closeShortcuts }] = useDisclosure()
  // Most keyboards need Shift for "?", some do not.
  useHotkeys([
    ['shift+?', openShortcuts],
    ['?', openShortcuts],
  ])

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <div className={styles.bar}>
        <ConnectionBar />
        {role === 'admin' && env.flags.billing_enabled && (
          <Suspense>
            <PaymentNotice />
          </Suspense>
        )}
      </div>
      <Menu menu={menu} onSearch={palette.open} onChat={openChat} />
      <main className={styles.content} id="content" tabIndex={-1}>
        <LoadingBar />
        <Outlet context={{ openShortcuts } satisfies ShellContext} />
      </main>
      {palette.opened && (
        <Search
          pages={[
            ...menu.main,
            ...menu.customers,
            menu.reporting,
            ...menu.developers,
            ...menu.sessions,
            ...menu.settings,
          ]}
          onShortcuts={openShortcuts}
          onClose={palette.close}
        />
      )}
      {help && (
        <Suspense>
          <ShortcutsHelp onClose={closeShortcuts} />
        </Suspense>
      )}
    </div>
  )
}

/** Returns the focus to the element that had it before. */
function usePalette() {
  const [opened, setOpened] = useState(false)
  const before = useRef<Element | null>(null)
  return {
    opened,
    open() {
      before.current = document.activeElement
      setOpened(true)
    },
    close() {
      setOpened(false)
      if (before.current instanceof HTMLElement) before.current.focus()
    },
  }
}

/** The palette. Until it has loaded, a hidden field has the focus. Otherwise the first letters would end up in a reply. */
function Search(props: Omit<ComponentProps<typeof Palette>, 'query' | 'onQuery'>) {
  const [query, setQuery] = useState('')
  return (
    <>
      <div role="search">
        <input
          className={styles.early}
          aria-label="Search"
          tabIndex={-1}
          autoFocus
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          onKeyDown={({ key }) => key === 'Escape' && props.onClose()}
        />
      </div>
      <Suspense>
        <Palette {...props} query={query} onQuery={setQuery} />
      </Suspense>
    </>
  )
}

/** Shown while a page loads. */
function LoadingBar() {
  return useNavigation().state === 'loading' ? <div className={styles.coming} aria-hidden="true" /> : null
}

import { Menu, VisuallyHidden } from '@mantine/core'
import {
  IconAddressBook,
  IconCode,
  IconLifebuoy,
  IconLogout,
  IconScreenShare,
  IconSearch,
  IconSettings,
} from '@tabler/icons-react'
import { Link, NavLink, useLocation } from 'react-router'
import { useConversationCounts } from '../features/inbox/conversation-counts.js'
import { session } from '../lib/session.js'
import { shortcut } from '../lib/shortcut.js'
import { Brand } from '../ui/brand.js'
import { inbox, type Menu as Entries, type NavItem } from './menu.js'
import { preload } from './pages.js'
import styles from './shell.module.css'

export interface RailProps {
  menu: Entries
  onSearch: () => void
  onChat: () => void
}

/** The menu at the left edge. */
export function Rail({ menu, onSearch, onChat }: RailProps) {
  return (
    <nav className={styles.rail} aria-label="Main">
      <div className={styles.brand}>
        <Brand size={32} />
      </div>
      <SearchEntry onSearch={onSearch} />
      {menu.main.map((item) => (
        <NavEntry key={item.to} item={item} />
      ))}
      <GroupEntry label="Customers" Icon={IconAddressBook} items={menu.customers} at={CUSTOMERS} />
      <NavEntry item={menu.reporting} />
      {menu.developers.length > 0 && (
        <GroupEntry label="Developers" Icon={IconCode} items={menu.developers} at={DEVELOPERS} />
      )}
      {menu.sessions.length > 0 && (
        <GroupEntry label="Sessions" Icon={IconScreenShare} items={menu.sessions} at={SESSIONS} />
      )}
      <GroupEntry label="Settings" Icon={IconSettings} items={menu.settings} at={SETTINGS} />
      <div className={styles.spacer} />
      {menu.chat && (
        <button type="button" className={styles.entry} onClick={onChat}>
          <IconLifebuoy size={20} stroke={1.75} aria-hidden="true" />
          Chat with us
        </button>
      )}
      <button type="button" className={styles.entry} onClick={session.signOut}>
        <IconLogout size={20} stroke={1.75} aria-hidden="true" />
        Log out
      </button>
    </nav>
  )
}

export function SearchEntry({ onSearch }: { onSearch: () => void }) {
  return (
    <button
      type="button"
      className={styles.entry}
      aria-keyshortcuts="Control+K Meta+K"
      title={`Search (${shortcut('K')})`}
      onClick={onSearch}
    >
      <IconSearch size={20} stroke={1.75} aria-hidden="true" />
      Search
    </button>
  )
}

export function NavEntry({ item: { label, to, Icon } }: { item: NavItem }) {
  const { pathname } = useLocation()
  return (
    <Link
      to={to}
      className={styles.entry}
      aria-current={isAt(pathname, to) ? 'page' : undefined}
      onMouseEnter={() => preload(to)}
      onFocus={() => preload(to)}
    >
      <span className={styles.icon}>
        <Icon size={20} stroke={1.75} aria-hidden="true" />
        {to === inbox.to && <OpenCount />}
      </span>
      {label}
      {to === inbox.to && <OpenCountInWords />}
    </Link>
  )
}

/** The conversations of one inbox have the path of that inbox, but belong to the menu entry Inbox. */
export function isAt(pathname: string, to: string) {
  if (to === inbox.to && /^\/inboxes\/[^/]+\/conversations/.test(pathname)) return true
  return pathname === to || pathname.startsWith(`${to}/`)
}

function OpenCount() {
  const { open } = useConversationCounts()
  if (open === 0) return null
  return (
    <span className={styles.count} aria-hidden="true">
      {open > 99 ? '99+' : open}
    </span>
  )
}

function OpenCountInWords() {
  const { open } = useConversationCounts()
  if (open === 0) return null
  return <VisuallyHidden>{`${open} open conversation${open === 1 ? '' : 's'}`}</VisuallyHidden>
}

interface GroupProps extends Pick<NavItem, 'label' | 'Icon'> {
  items: NavItem[]
  /** The paths at which the group is marked as current. */
  at: RegExp
}

const CUSTOMERS = /^\/(customers|companies|tags|issues|notes)(\/|$)/
const DEVELOPERS = /^\/developers(\/|$)/
const SESSIONS = /^\/sessions(\/|$)/
const SETTINGS = /^\/settings|^\/inboxes(?!\/[^/]+\/conversations)/

function GroupEntry({ label, Icon, items, at }: GroupProps) {
  const here = at.test(useLocation().pathname)
  return (
    <Menu
      trigger="click-hover"
      position="right-start"
      offset={12}
      closeDelay={200}
      withinPortal={false}
      floatingStrategy="fixed"
    >
      <Menu.Target>
        <button type="button" className={styles.entry} aria-current={here ? 'true' : undefined}>
          <Icon size={20} stroke={1.75} aria-hidden="true" />
          {label}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <NavMenuItems items={items} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** The entries of a submenu. */
export function NavMenuItems({ items }: { items: NavItem[] }) {
  return items.map(({ label, to, Icon }) => (
    <Menu.Item
      key={to}
      component={NavLink}
      to={to}
      className={styles.item ?? ''}
      leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
      onMouseEnter={() => preload(to)}
    >
      {label}
    </Menu.Item>
  ))
}

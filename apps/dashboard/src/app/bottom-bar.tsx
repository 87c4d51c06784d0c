import { Menu } from '@mantine/core'
import { IconLifebuoy, IconLogout, IconMenu2 } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import { session } from '../lib/session.js'
import { inbox } from './menu.js'
import { isAt, NavEntry, NavMenuItems, SearchEntry, type RailProps } from './rail.js'
import styles from './shell.module.css'

/** The menu of narrow screens: inbox and search, and everything else behind one button. */
export function BottomBar({ menu, onSearch, onChat }: RailProps) {
  const elsewhere = !isAt(useLocation().pathname, inbox.to)
  return (
    <nav className={styles.rail} aria-label="Main">
      <NavEntry item={inbox} />
      <SearchEntry onSearch={onSearch} />
      <Menu position="top-end" width={220} withinPortal={false} floatingStrategy="fixed">
        <Menu.Target>
          <button type="button" className={styles.entry} aria-current={elsewhere ? 'true' : undefined}>
            <IconMenu2 size={20} stroke={1.75} aria-hidden="true" />
            Menu
          </button>
        </Menu.Target>
        <Menu.Dropdown className={styles.menu ?? ''}>
          <NavMenuItems items={[...menu.main.filter((item) => item !== inbox), menu.reporting]} />
          <Menu.Label>Customers</Menu.Label>
          <NavMenuItems items={menu.customers} />
          {menu.developers.length > 0 && <Menu.Label>Developers</Menu.Label>}
          <NavMenuItems items={menu.developers} />
          {menu.sessions.length > 0 && <Menu.Label>Sessions</Menu.Label>}
          <NavMenuItems items={menu.sessions} />
          <Menu.Label>Settings</Menu.Label>
          <NavMenuItems items={menu.settings} />
          <Menu.Divider />
          {menu.chat && (
            <Menu.Item leftSection={<IconLifebuoy size={16} stroke={1.75} aria-hidden="true" />} onClick={onChat}>
              Chat with us
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} aria-hidden="true" />} onClick={session.signOut}>
            Log out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </nav>
  )
}

import type { Me, PageEnv } from '@papercups/contract'
import {
  IconBuilding,
  IconBuildingCommunity,
  IconBulb,
  IconChecklist,
  IconInbox,
  IconMail,
  IconMessage2Bolt,
  IconNotes,
  IconPlug,
  IconStack2,
  IconTag,
  IconUser,
  IconUsers,
  IconUsersGroup,
  type Icon as TablerIcon,
} from '@tabler/icons-react'

/** A page that the menu leads to. */
export interface Place {
  label: string
  to: string
  Icon: TablerIcon
}

export interface Menu {
  main: Place[]
  customers: Place[]
  settings: Place[]
  /** Whether `Chat with us` is offered. */
  chat: boolean
}

const gettingStarted: Place = { label: 'Getting started', to: '/getting-started', Icon: IconChecklist }
export const inbox: Place = { label: 'Inbox', to: '/conversations', Icon: IconInbox }
const integrations: Place = { label: 'Integrations', to: '/integrations', Icon: IconPlug }
const mailbox: Place = { label: 'Mailbox', to: '/mailbox', Icon: IconMail }

const people: Place = { label: 'People', to: '/customers', Icon: IconUsersGroup }
const companies: Place = { label: 'Companies', to: '/companies', Icon: IconBuildingCommunity }
const tags: Place = { label: 'Tags', to: '/tags', Icon: IconTag }
const issues: Place = { label: 'Issues', to: '/issues', Icon: IconBulb }
const notes: Place = { label: 'Notes', to: '/notes', Icon: IconNotes }

const account: Place = { label: 'Account', to: '/settings/account', Icon: IconBuilding }
const team: Place = { label: 'My team', to: '/settings/team', Icon: IconUsers }
const profile: Place = { label: 'My profile', to: '/settings/profile', Icon: IconUser }

const inboxes: Place = { label: 'Inboxes', to: '/inboxes', Icon: IconStack2 }
const savedReplies: Place = { label: 'Saved replies', to: '/settings/saved-replies', Icon: IconMessage2Bolt }

/** Only pages that exist, and only to those who may open them. */
export function menuFor(role: Me['role'], env: PageEnv, pathname: string): Menu {
  const admin = role === 'admin'
  return {
    main: admin ? [gettingStarted, inbox, integrations, ...(env.is_development ? [mailbox] : [])] : [inbox],
    customers: [people, companies, tags, issues, notes],
    settings: admin ? [account, team, profile, inboxes, savedReplies] : [profile, savedReplies],
    chat: env.flags.chat_with_us_enabled && env.demo_account_id !== null && !isWidgetSettings(pathname),
  }
}

/** The page that shows the company's own widget; a second one would stand on top of it. */
const isWidgetSettings = (pathname: string) => /^\/settings\/chat-widget|^\/inboxes\/[^/]+\/chat-widget/.test(pathname)

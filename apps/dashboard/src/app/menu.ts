import type { Me, PageEnv } from '@papercups/contract'
import {
  IconBuilding,
  IconBuildingCommunity,
  IconBulb,
  IconChartBar,
  IconChecklist,
  IconCreditCard,
  IconFunction,
  IconInbox,
  IconKey,
  IconMail,
  IconMessage2Bolt,
  IconNotes,
  IconPlug,
  IconScreenShare,
  IconStack2,
  IconTag,
  IconTemplate,
  IconTerminal2,
  IconUser,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  type Icon as TablerIcon,
} from '@tabler/icons-react'

/** An entry of the menu. */
export interface NavItem {
  label: string
  to: string
  Icon: TablerIcon
}

export interface Menu {
  main: NavItem[]
  customers: NavItem[]
  reporting: NavItem
  /** Empty for members. */
  developers: NavItem[]
  /** Empty for members, who may still open the pages. */
  sessions: NavItem[]
  settings: NavItem[]
  /** Whether `Chat with us` is offered. */
  chat: boolean
}

const gettingStarted: NavItem = { label: 'Getting started', to: '/getting-started', Icon: IconChecklist }
export const inbox: NavItem = { label: 'Inbox', to: '/conversations', Icon: IconInbox }
const integrations: NavItem = { label: 'Integrations', to: '/integrations', Icon: IconPlug }
const reporting: NavItem = { label: 'Reporting', to: '/reporting', Icon: IconChartBar }
const mailbox: NavItem = { label: 'Mailbox', to: '/mailbox', Icon: IconMail }

const people: NavItem = { label: 'People', to: '/customers', Icon: IconUsersGroup }
const companies: NavItem = { label: 'Companies', to: '/companies', Icon: IconBuildingCommunity }
const tags: NavItem = { label: 'Tags', to: '/tags', Icon: IconTag }
const issues: NavItem = { label: 'Issues', to: '/issues', Icon: IconBulb }
const notes: NavItem = { label: 'Notes', to: '/notes', Icon: IconNotes }

const apiKeys: NavItem = { label: 'API keys', to: '/developers/personal-api-keys', Icon: IconKey }
const eventSubscriptions: NavItem = {
  label: 'Event subscriptions',
  to: '/developers/event-subscriptions',
  Icon: IconWebhook,
}
const functions: NavItem = { label: 'Functions', to: '/functions', Icon: IconFunction }
const templates: NavItem = { label: 'Email templates', to: '/developers/_templates', Icon: IconTemplate }

const liveSessions: NavItem = { label: 'Live sessions', to: '/sessions/list', Icon: IconScreenShare }
const storytime: NavItem = { label: 'Set up Storytime', to: '/sessions/setup', Icon: IconTerminal2 }

const account: NavItem = { label: 'Account', to: '/settings/account', Icon: IconBuilding }
const billing: NavItem = { label: 'Billing', to: '/settings/billing', Icon: IconCreditCard }
const team: NavItem = { label: 'My team', to: '/settings/team', Icon: IconUsers }
const profile: NavItem = { label: 'My profile', to: '/settings/profile', Icon: IconUser }

const inboxes: NavItem = { label: 'Inboxes', to: '/inboxes', Icon: IconStack2 }
const savedReplies: NavItem = { label: 'Saved replies', to: '/settings/saved-replies', Icon: IconMessage2Bolt }

/** Lists only pages that the user may open. */
export function menuFor(role: Me['role'], env: PageEnv, pathname: string): Menu {
  const admin = role === 'admin'
  return {
    main: admin ? [gettingStarted, inbox, integrations, ...(env.is_development ? [mailbox] : [])] : [inbox],
    customers: [people, companies, tags, issues, notes],
    reporting,
    developers: admin ? [apiKeys, eventSubscriptions, functions, templates] : [],
    sessions: admin ? [liveSessions, storytime] : [],
    settings: admin
      ? [account, ...(env.flags.billing_enabled ? [billing] : []), team, profile, inboxes, savedReplies]
      : [profile, savedReplies],
    chat: env.flags.chat_with_us_enabled && env.demo_account_id !== null && !isWidgetSettings(pathname),
  }
}

/** This page shows the company's own widget; a second widget would cover it. */
const isWidgetSettings = (pathname: string) => /^\/settings\/chat-widget|^\/inboxes\/[^/]+\/chat-widget/.test(pathname)

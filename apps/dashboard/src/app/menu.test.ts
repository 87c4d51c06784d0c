import { expect, test } from 'vitest'
import type { Flags, PageEnv } from '@papercups/contract'
import { menuFor, type NavItem } from './menu.js'

const env = (flags: Partial<Flags> = {}, changes: Partial<PageEnv> = {}) =>
  ({ demo_account_id: 'acme', is_development: false, flags, ...changes }) as PageEnv
const labels = (items: NavItem[]) => items.map((item) => item.label)

test('an admin sees every page', () => {
  const menu = menuFor('admin', env(), '/conversations/all')
  expect(labels(menu.main)).toEqual(['Getting started', 'Inbox', 'Integrations'])
  expect(labels(menu.customers)).toEqual(['People', 'Companies', 'Tags', 'Issues', 'Notes'])
  expect(menu.reporting.label).toBe('Reporting')
  expect(labels(menu.developers)).toEqual(['API keys', 'Event subscriptions', 'Functions', 'Email templates'])
  expect(labels(menu.sessions)).toEqual(['Live sessions', 'Set up Storytime'])
  expect(labels(menu.settings)).toEqual(['Account', 'My team', 'My profile', 'Inboxes', 'Saved replies'])
})

test('billing is listed for admins of an install that has it', () => {
  const on = env({ billing_enabled: true })
  expect(labels(menuFor('admin', on, '/').settings)).toContain('Billing')
  expect(labels(menuFor('user', on, '/').settings)).not.toContain('Billing')
})

test('a member sees the inbox, customers, reports, their profile and saved replies, but no admin pages', () => {
  const menu = menuFor('user', env({}, { is_development: true }), '/conversations/all')
  expect(labels(menu.main)).toEqual(['Inbox'])
  expect(labels(menu.customers)).toEqual(['People', 'Companies', 'Tags', 'Issues', 'Notes'])
  expect(menu.reporting.label).toBe('Reporting')
  expect(labels(menu.developers)).toEqual([])
  expect(labels(menu.sessions)).toEqual([])
  expect(labels(menu.settings)).toEqual(['My profile', 'Saved replies'])
})

test('admins of a development install see the mailbox', () => {
  expect(labels(menuFor('admin', env({}, { is_development: true }), '/').main)).toContain('Mailbox')
})

test('"Chat with us" needs its flag and a demo account, and is hidden on the widget settings', () => {
  const on = env({ chat_with_us_enabled: true })
  expect(menuFor('user', on, '/conversations/all').chat).toBe(true)
  expect(menuFor('user', env({ chat_with_us_enabled: false }), '/conversations/all').chat).toBe(false)
  expect(menuFor('user', { ...on, demo_account_id: null }, '/conversations/all').chat).toBe(false)
  for (const path of ['/settings/chat-widget', '/inboxes/1/chat-widget'])
    expect(menuFor('admin', on, path).chat).toBe(false)
})

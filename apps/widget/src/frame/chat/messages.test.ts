import { aMessage as message } from '@papercups/client-core/a-message'
import type { Message } from '@papercups/contract'
import { expect, test } from 'vitest'
import { texts } from '../texts/en.js'
import { popupTexts, quickReplies, senderName, stillWaiting } from './messages.js'
import { countAgents } from './presence.js'

const carla = 'c0000000-0000-4000-8000-000000000000'

const own = (seq: number, more: Partial<Message> = {}) => message(seq, { customer_id: carla, user_id: null, ...more })
const entry = { client_message_id: 'e1', body: 'hello', sent_at: '2026-01-01T00:00:09.123Z' }

test('an unsent entry disappears when the message with its id arrives', () => {
  const acknowledged = new Map([['e1', entry]])
  expect(stillWaiting([], acknowledged, [])).toMatchObject([{ body: 'hello', state: 'sent' }])
  expect(stillWaiting([], acknowledged, [own(1, { client_message_id: 'e1', body: 'hello' })])).toEqual([])
  expect(acknowledged.size).toBe(0)
})

test('sending the same text twice makes two messages', () => {
  const echo = own(1, { client_message_id: 'other', body: 'hello', sent_at: entry.sent_at })
  expect(stillWaiting([entry], new Map(), [echo])).toMatchObject([{ state: 'sending' }])
})

test('a refused entry shows as failed', () => {
  expect(stillWaiting([{ ...entry, refused: true }], new Map(), [])).toMatchObject([{ state: 'failed' }])
})

test('the popup shows two short replies or one long one', () => {
  const texts = (...bodies: string[]) => popupTexts(bodies.map((body, index) => message(index, { body })))
  expect(texts('a', 'b', 'c')).toEqual(['b', 'c'])
  expect(texts('x'.repeat(60), 'y'.repeat(60))).toEqual(['y'.repeat(60)])
  expect(texts('z'.repeat(500))[0]).toHaveLength(140)
  expect(texts()).toEqual([])
  const rich = '## Yes\nIt is **on its way**, `A_1`: [track it](https://acme.test/a_b), 2 ** 3 * 4'
  expect(texts(rich)).toEqual(['Yes\nIt is on its way, A_1: track it, 2 ** 3 * 4'])
})

test('shows a name for agents without a profile, and never their email', () => {
  const user = {
    id: 7,
    object: 'user',
    account_id: '',
    email: '',
    created_at: '',
    disabled_at: null,
    archived_at: null,
    role: 'user',
  } as const
  expect(senderName(message(1, { user: { ...user, display_name: 'Ada' } }), 'Acme', texts)).toBe('Ada')
  expect(senderName(message(1, { user: { ...user, email: 'ben@acme.example' } }), 'Acme', texts)).toBe('ben')
  expect(senderName(message(1, { user }), 'Acme', texts)).toBe('Agent')
  expect(senderName(message(1, { type: 'bot' }), 'Acme', texts)).toBe('Acme')
  const metadata = { author_name: 'Zoe' }
  expect(senderName(message(1, { metadata }), 'Acme', texts)).toBe('Zoe')
  expect(senderName(message(1, { metadata, user }), 'Acme', texts)).toBe('Agent')
})

test('quick replies come with the last message and are dropped when incomplete', () => {
  const offered = { metadata: { quick_replies: [{ text: 'Yes', action: 'yes' }, { text: 'No' }, null] } }
  expect(quickReplies([message(1, offered)])).toEqual([{ text: 'Yes', action: 'yes' }])
  expect(quickReplies([message(1, offered), own(2)])).toEqual([])
  expect(quickReplies([])).toEqual([])
})

test('counts online agents but not visitors', () => {
  const meta = (phx_ref: string, user_id?: number) => ({ online_at: '1', phx_ref, ...(user_id && { user_id }) })
  const room = { 'user:7': { metas: [meta('a', 7), meta('b', 7)] }, 'customer:c': { metas: [meta('c')] } }
  expect(countAgents(room)).toBe(1)
  expect(countAgents({})).toBe(0)
})

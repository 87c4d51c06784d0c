import { expect, test } from 'vitest'
import { compose, isMailAddress, MailRefused, type Mail } from './compose.js'

const hello: Mail = { account_id: 'acme', to: 'carla@example.com', subject: 'Hello', text: 'Hi' }
const composing = (more: Partial<Mail>) => () => compose('Acme <help@acme.com>', { ...hello, ...more })

test.each<[string, Partial<Mail>]>([
  ['subject', { subject: 'Hello\r\nBcc: grace@globex.com' }],
  ['subject, other breaks', { subject: 'Hello\u2028Bcc: grace@globex.com' }],
  ['NUL in subject', { subject: 'Hello\0' }],
  ['recipient', { to: 'carla@example.com\nBcc: grace@globex.com' }],
  ['second recipient smuggled in', { to: 'carla@example.com, grace@globex.com' }],
  ['recipient as a header value', { to: 'Carla <carla@example.com>' }],
  ['reply address', { reply_to: 'ada@acme.com\r\nX: y' }],
  ['sender name', { from_name: 'Ada\r\nX: y' }],
  ['message id', { in_reply_to: '<a@b>\r\nX: y' }],
  ['reference', { references: ['<a b>'] }],
  ['file name', { attachments: [{ filename: 'a\r\nX: y', content_type: 'text/plain', bytes: Buffer.alloc(0) }] }],
  ['content type', { attachments: [{ filename: 'a', content_type: 'text/plain\r\nX: y', bytes: Buffer.alloc(0) }] }],
  ['nobody', { to: [] }],
  ['5,000 recipients', { to: Array.from({ length: 5_000 }, (_, i) => `c${i}@example.com`) }],
  [
    '101 recipients over three lists',
    { cc: Array(50).fill('a@b.com') as string[], bcc: Array(50).fill('a@b.com') as string[] },
  ],
  ['endless subject', { subject: 'x'.repeat(10_000) }],
])('refuses for good: %s', (_name, more) => {
  expect(composing(more)).toThrow(MailRefused)
})

test('mail comes from our own email, whatever the display name is', () => {
  expect(composing({})().from).toEqual({ name: 'Acme', address: 'help@acme.com' })
  expect(composing({ from_name: 'Ada "A" <grace@globex.com>' })().from.address).toBe('help@acme.com')
  expect(compose('help@acme.com', hello).from).toEqual({ name: '', address: 'help@acme.com' })
  expect(compose('"Acme, Inc." <help@acme.com>', hello).from).toEqual({ name: 'Acme, Inc.', address: 'help@acme.com' })
})

test('accepts and refuses emails', () => {
  for (const fine of ['a@b', 'ada+tag@acme.com', "o'neil@acme.co.uk", 'ада@почта.рф', 'a@localhost', 'a@1.2.3.4']) {
    expect([fine, isMailAddress(fine)]).toEqual([fine, true])
  }
  const wrong = [
    '',
    'a',
    '@b',
    'a@',
    'a@b@c',
    'a b@c',
    'a@b c',
    'a@-b',
    'a@b.',
    'a\u200b@b',
    `${'x'.repeat(65)}@b`,
    '"a"@b',
    '<a@b>',
  ]
  for (const address of wrong) expect([address, isMailAddress(address)]).toEqual([address, false])
})

import { expect, test } from 'vitest'
import { emailOf } from './email-of.js'

const mail = (metadata: Record<string, unknown> | null) => emailOf({ source: 'email', metadata })

test('reads the subject of an email, and its HTML if it has no text', () => {
  expect(mail({ gmail_subject: 'Hello' })).toEqual({ subject: 'Hello', html: null })
  expect(mail({ ses_subject: 'Hello', ses_html: '<p>' })).toEqual({ subject: 'Hello', html: '<p>' })
  expect(mail({ ses_subject: ['x'], gmail_subject: ' ', ses_html: {} })).toEqual({ subject: null, html: null })
  expect(mail(null)).toEqual({ subject: null, html: null })
})

test('ignores these keys in messages from other sources', () => {
  const metadata = { ses_subject: 'Hello', ses_html: '<p>' }
  expect(emailOf({ source: 'chat', metadata })).toEqual({ subject: null, html: null })
  expect(emailOf(undefined)).toEqual({ subject: null, html: null })
})

import { expect, test } from 'vitest'
import { emailOf } from './email-of.js'

test('a mail’s subject and its HTML, from whatever brought it', () => {
  expect(emailOf({ gmail_subject: 'Hello' })).toEqual({ subject: 'Hello', html: null })
  expect(emailOf({ ses_subject: 'Hello', ses_html: '<p>' })).toEqual({ subject: 'Hello', html: '<p>' })
  expect(emailOf({ ses_subject: ['x'], gmail_subject: ' ', ses_html: {} })).toEqual({ subject: null, html: null })
  expect(emailOf(null)).toEqual({ subject: null, html: null })
})

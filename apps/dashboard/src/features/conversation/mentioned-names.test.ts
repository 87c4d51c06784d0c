import { expect, test } from 'vitest'
import { emailOf } from './email.js'
import { mentionedNames } from './mentioned-names.js'

test('the names that a sender noted', () => {
  expect(
    mentionedNames({
      mentions: [
        { id: 1, display_name: ' Ada Lovelace ' },
        { id: 2, display_name: 'Ben' },
      ],
    }),
  ).toEqual(['Ada Lovelace', 'Ben'])
})

test.each([
  [null],
  [undefined],
  [{}],
  [{ mentions: 'Ada' }],
  [{ mentions: [null, 1, 'Ada', {}, { display_name: 7 }, { display_name: ' ' }, { display_name: 'x'.repeat(300) }] }],
])('%j names nobody', (metadata) => expect(mentionedNames(metadata)).toEqual([]))

test('a mail’s subject and its HTML, from whatever brought it', () => {
  expect(emailOf({ gmail_subject: 'Hello' })).toEqual({ subject: 'Hello', html: null })
  expect(emailOf({ ses_subject: 'Hello', ses_html: '<p>' })).toEqual({ subject: 'Hello', html: '<p>' })
  expect(emailOf({ ses_subject: ['x'], gmail_subject: ' ', ses_html: {} })).toEqual({ subject: null, html: null })
  expect(emailOf(null)).toEqual({ subject: null, html: null })
})

import { expect, test } from 'vitest'
import { findTrigger } from './find-trigger.js'

/** The bar marks the caret. */
function at(marked: string) {
  const found = findTrigger(marked.replace('|', ''), marked.indexOf('|'))
  return found && [found.kind, found.query, found.start]
}

test.each([
  ['@|', ['mention', '', 0]],
  ['Ask @be| please', ['mention', 'be', 4]],
  ['(@Ada Lo|)', ['mention', 'Ada Lo', 1]],
  ['Hi\n#ref|', ['saved-reply', 'ref', 3]],
  ['/|', ['saved-reply', '', 0]],
  ['/refund pol|', ['saved-reply', 'refund pol', 0]],
  ['great :smi|', ['emoji', 'smi', 6]],
  [':+1|', ['emoji', '+1', 0]],
  ['@Ben thanks :tad|', ['emoji', 'tad', 12]],
  ['@Ben see #ref|', ['saved-reply', 'ref', 9]],
])('%s opens a list', (text, wanted) => expect(at(text)).toEqual(wanted))

test.each([
  'ben@acme|',
  'and / or|',
  'https://example.com/a|',
  'see /settings/profile|',
  '10:30|',
  ':)|',
  ':s|',
  '@ben\nthanks|',
  'nothing|',
  '@ben a b c d|',
  '|@ben',
  `@${'x'.repeat(60)}|`,
])('%s opens no list', (text) => expect(at(text)).toBeNull())

import { expect, test } from 'vitest'
import { mentionedNames } from './mentioned-names.js'

test('reads the mentioned names', () => {
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
])('%j mentions nobody', (metadata) => expect(mentionedNames(metadata)).toEqual([]))

import type { CannedResponse } from '@papercups/contract'
import { expect, test } from 'vitest'
import { findReplies } from './find-replies.js'

const reply = (name: string, content: string) => ({ id: `id-of-${name}`, name, content }) as CannedResponse
const replies = [reply('hello', 'Good morning!'), reply('Refund', 'Your money is on its way'), reply('bye', 'Good bye')]

test.each([
  ['', ['hello', 'Refund', 'bye']],
  ['  ', ['hello', 'Refund', 'bye']],
  ['GOOD', ['hello', 'bye']],
  ['good  bye', ['bye']],
  ['money refund', ['Refund']],
  ['/he', ['hello']],
  ['id-of-refund', ['Refund']],
  ['good money', []],
])('%j finds %j', (search, names) => {
  expect(findReplies(replies, search).map(({ name }) => name)).toEqual(names)
})

import { expect, test } from 'vitest'
import { findBest } from './find-best.js'

const names = ['Ada Lovelace', 'Ben', 'Zoë', 'Benedikt']
const found = (query: string) => findBest(names, query, (name) => [name])

test.each([
  ['', names],
  ['be', ['Ben', 'Benedikt']],
  ['e', ['Ada Lovelace', 'Ben', 'Zoë', 'Benedikt']],
  ['love', ['Ada Lovelace']],
  ['zoe', ['Zoë']],
  ['nobody', []],
])('%j finds %j', (query, wanted) => expect(found(query)).toEqual(wanted))

test('matches at the start come first', () => {
  expect(findBest(['a refund', 'refund'], 'refund', (name) => [name])).toEqual(['refund', 'a refund'])
})

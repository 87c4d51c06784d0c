import type { User } from '@papercups/contract'
import { expect, test } from 'vitest'
import { findMentions, mentionFields, mentionName, mentionableUsers } from './mentions.js'

const ann = { id: 1, display_name: 'Ann' }
const smith = { id: 2, display_name: 'Ann Smith' }
const ben = { id: 3, display_name: 'ben' }
const named = (body: string, people = [ann, smith, ben]) => findMentions(body, people).map(({ id }) => id)

test.each([
  ['@Ann can you look?', [1]],
  ['@ann, @BEN: please', [1, 3]],
  ['(@Ann Smith)', [2]],
  ['@Ann and @Ann Smith and @Ann again', [1, 2]],
  ['@Anna is not here', []],
  ['write to ann@ben.example', []],
  ['Ann and ben', []],
  ['@', []],
])('%s mentions %j', (body, ids) => expect(named(body)).toEqual(ids))

test('prefers the picked user among users with the same name', () => {
  const other = { id: 9, display_name: 'Ben' }
  expect(named('@Ben?', [other, ben])).toEqual([9])
})

test('a typed name counts if only one teammate has it', () => {
  const team = [
    { id: 1, email: 'a@acme.test', display_name: 'Sam' },
    { id: 2, email: 'b@acme.test', display_name: 'sam' },
    { id: 3, email: 'ben@acme.test' },
  ] as User[]
  expect(named('@Sam and @ben', mentionableUsers([], team))).toEqual([3])
  expect(named('@Sam and @ben', mentionableUsers([{ id: 2, display_name: 'sam' }], team))).toEqual([2, 3])
})

test('sends the mentioned users, or no fields without a mention', () => {
  expect(mentionFields([ben])).toEqual({ mentioned_user_ids: [3], metadata: { mentions: [ben] } })
  expect(mentionFields([])).toEqual({})
})

test('never sends an email of a teammate to a customer', () => {
  const user = { email: 'grace@acme.test', full_name: ' ' } as User
  expect(mentionName(user)).toBe('grace')
  expect(mentionName({ ...user, full_name: 'Grace Hopper' })).toBe('Grace Hopper')
})

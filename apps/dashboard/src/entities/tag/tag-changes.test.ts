import type { Tag } from '@papercups/contract'
import { expect, test } from 'vitest'
import { diffTags, isSameTag } from './tag-changes.js'

const tag = (name: string) => ({ id: `id-of-${name}`, name, color: 'red' }) as Tag
const [vip, bug, paid] = [tag('VIP'), tag('Bug'), tag('Paid')]

test('unchanged tags cause no changes', () => {
  expect(diffTags([vip, bug], [bug, vip], [vip, bug, paid])).toEqual({ create: [], add: [], remove: [] })
})

test('creates new tags, adds known ones and removes missing ones', () => {
  const changes = diffTags([vip], [paid, { name: 'Late' }], [vip, bug, paid])
  expect(changes).toEqual({ create: [{ name: 'Late', color: 'purple' }], add: [paid], remove: [vip] })
})

test('new tags take the colours in turn', () => {
  const colors = (known: Tag[]) =>
    diffTags(
      [],
      'abcdef'.split('').map((name) => ({ name })),
      known,
    ).create
  expect(colors([]).map(({ color }) => color)).toEqual(['magenta', 'red', 'volcano', 'purple', 'blue', 'magenta'])
  expect(colors([vip, bug]).map(({ color }) => color)).toEqual([
    'volcano',
    'purple',
    'blue',
    'magenta',
    'red',
    'volcano',
  ])
})

test('uses a tag that somebody created meanwhile under the same name', () => {
  expect(diffTags([], [{ name: 'vip' }], [vip])).toEqual({ create: [], add: [vip], remove: [] })
  expect(diffTags([vip], [{ name: 'vip' }], [vip])).toEqual({ create: [], add: [], remove: [] })
})

test('two tags that differ only in case stay separate', () => {
  const small = tag('vip')
  expect(diffTags([], [small], [vip, small])).toEqual({ create: [], add: [small], remove: [] })
  expect(diffTags([vip], [vip, small], [small, vip])).toEqual({ create: [], add: [small], remove: [] })
  expect([vip, small].filter(isSameTag(small))).toEqual([small])
})

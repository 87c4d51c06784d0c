import type { Message } from '@papercups/contract'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import {
  conversationKeys,
  putRow,
  type ConversationRow,
  type RowPages,
} from '../../entities/conversation/conversations.js'
import { aRow } from './a-row.js'
import { arrange } from './conversation-rows.js'
import { between } from './use-selection.js'
import { keepOrder } from './use-steady-order.js'

const page = (...data: ConversationRow[]) => ({ data, next: null, previous: null, limit: 50, total: data.length })
const at = (time: string) => ({ last_activity_at: `2024-03-09T${time}:00Z` })
const idsOf = (rows: readonly { id: string }[]) => rows.map((row) => row.id)

test('sorts by newest activity, without duplicates and hidden rows', () => {
  const pages = [
    page(aRow('b', at('14:00'))),
    page(aRow('b', at('14:00')), aRow('c', at('15:00')), aRow('new', { updated_at: '2024-03-09T14:30:00' })),
    page(aRow('gone', { status: 'closed', ...at('16:00') })),
  ]
  expect(idsOf(arrange(pages, (row) => row.status === 'open'))).toEqual(['c', 'new', 'b'])
})

test('within one second the last updated row is on top', () => {
  const cache = new QueryClient()
  const key = conversationKeys.list('all')
  cache.setQueryData<RowPages>(key, {
    pages: [page(aRow('a', at('14:00'))), page(aRow('b'))],
    pageParams: [null, 'next'],
  })
  const shown = () => idsOf(arrange(cache.getQueryData<RowPages>(key)?.pages ?? [], () => true))

  putRow(cache, aRow('b', at('15:00')))
  putRow(cache, aRow('a', at('15:00')))
  expect(shown()).toEqual(['a', 'b'])
  putRow(cache, aRow('c', at('15:00')))
  expect(shown()).toEqual(['c', 'a', 'b'])
  putRow(cache, aRow('b', { ...at('15:00'), read: false }))
  expect(shown()).toEqual(['c', 'a', 'b'])
  putRow(cache, aRow('b', { ...at('15:00'), last_message: { seq: 2 } as Message }))
  expect(shown()).toEqual(['b', 'c', 'a'])
})

test('search results keep their rows and matches', () => {
  const cache = new QueryClient()
  const key = conversationKeys.search('all', 'parcel')
  const match = { message_id: 'm', seq: 3, parts: [{ text: 'parcel', hit: true }] }
  cache.setQueryData<RowPages>(key, { pages: [page(aRow('a', { match }))], pageParams: [null] })

  const all = conversationKeys.list('all')
  cache.setQueryData<RowPages>(all, { pages: [page()], pageParams: [null] })

  putRow(cache, aRow('b', at('15:00')))
  putRow(cache, aRow('a', { ...at('15:00'), priority: 'priority', match }))
  expect(cache.getQueryData<RowPages>(all)?.pages[0]?.data.map((row) => row.match)).toEqual([null, null])
  expect(cache.getQueryData<RowPages>(key)?.pages[0]?.data).toEqual([
    aRow('a', { ...at('15:00'), priority: 'priority', match }),
  ])
})

test('rows keep their order under the pointer, and new ones are added on top', () => {
  const rows = ['c', 'new', 'a', 'b', 'loaded', 'below'].map((id) => aRow(id))
  expect(idsOf(keepOrder(rows, ['a', 'b', 'gone', 'c']))).toEqual(['new', 'a', 'b', 'c', 'loaded', 'below'])
})

test('a range works in both directions, and without a start it is one row', () => {
  const order = ['a', 'b', 'c', 'd']
  expect(between(order, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(between(order, 'c', 'a')).toEqual(['a', 'b', 'c'])
  expect(between(order, 'left', 'c')).toEqual(['c'])
})

import type { Mark } from '@papercups/contract'
import { expect, test } from 'vitest'
import { formatDuration } from '../describe-session.js'
import { dotsOf, pageAt, percentAt } from './marks.js'

const mark = (at: number, kind: Mark['kind'], text = ''): Mark => ({ at, kind, text })

test('places moments between the first and the last', () => {
  const span = { first_at: 1_000, last_at: 5_000 }
  expect([0, 1_000, 3_000, 5_000, 9_000].map((at) => percentAt(span, at))).toEqual([0, 0, 50, 100, 100])
  expect(percentAt({ first_at: 1, last_at: 1 }, 1)).toBe(0)
})

test('draws one dot for clicks that are close together, and one for each kind', () => {
  const marks = [...Array.from({ length: 1_000 }, (_, at) => mark(at, 'click')), mark(10, 'error')]
  const dots = dotsOf({ first_at: 0, last_at: 100_000, marks })
  expect(dots).toEqual([
    { kind: 'click', percent: 0 },
    { kind: 'click', percent: 0.5 },
    { kind: 'click', percent: 1 },
    { kind: 'error', percent: 0 },
  ])
})

test('knows the page of a moment', () => {
  const marks = [mark(100, 'page', '/'), mark(150, 'click', 'Buy'), mark(200, 'page', '/pricing')]
  expect(pageAt([], 50)).toBeUndefined()
  expect(pageAt(marks, 50)).toBe('/')
  expect(pageAt(marks, 199)).toBe('/')
  expect(pageAt(marks, 200)).toBe('/pricing')
  expect(pageAt([...marks, mark(300, 'paused'), mark(400, 'page', '/')], 350)).toBeNull()
})

test('writes durations', () => {
  expect([0, 7_900, 750_000, 3_723_000].map(formatDuration)).toEqual(['0:00', '0:07', '12:30', '1:02:03'])
})

import { expect, test } from 'vitest'
import {
  areMonthlyUsd,
  isExceeded,
  isPlanName,
  isUsable,
  monthlyTotal,
  nextBillingDate,
  PLANS,
  planAllows,
  upgradeBy,
} from './index.js'

const usd = (unit_amount: number | null) => ({ unit_amount, currency: 'usd', interval: 'month', interval_count: 1 })
const percent = { percent_off: 20, amount_off: null, currency: null, valid: true }
const amount = { percent_off: null, amount_off: 1_000, currency: 'usd', valid: true }

test('plans cost what the price list says, in both editions', () => {
  const prices = Object.values(PLANS).map(({ name, price, eu_price, seats }) => [name, price, eu_price, seats])
  expect(prices).toEqual([
    ['starter', 0, 7, 2],
    ['lite', 32, 39, 4],
    ['team', 94, 99, 10],
  ])
})

test('a plan name is one of the table, not a property of every object', () => {
  expect(['starter', 'team', 'enterprise', 'toString', '__proto__', ''].map(isPlanName)).toEqual([
    ...[true, true, false, false, false, false],
  ])
})

test('plans allow what the price list says', () => {
  const plansWith = (feature: Parameters<typeof planAllows>[1]) =>
    Object.values(PLANS).flatMap(({ name }) => (planAllows(name, feature) ? [name] : []))
  expect(plansWith('private_notes')).toEqual(['lite', 'team'])
  expect(plansWith('email')).toEqual(['lite', 'team'])
  expect(plansWith('webhooks')).toEqual(['team'])
})

test.each([
  ['no price', []],
  ['another currency', [{ ...usd(9_400), currency: 'eur' }]],
  ['a yearly price', [{ ...usd(9_400), interval: 'year' }]],
  ['every three months', [{ ...usd(9_400), interval_count: 3 }]],
  ['a tiered price', [usd(null)]],
  ['one of two in another currency', [usd(100), { ...usd(100), currency: 'eur' }]],
])('adds up nothing for %s', (_, prices) => {
  expect(areMonthlyUsd(prices)).toBe(false)
  expect(monthlyTotal(prices, percent)).toBeUndefined()
})

test('takes a usable discount off the sum, never below zero', () => {
  expect(monthlyTotal([usd(9_000), usd(400)], null)).toEqual({ price: 9_400, off: 0, total: 9_400 })
  expect(monthlyTotal([usd(9_400)], percent)).toEqual({ price: 9_400, off: 1_880, total: 7_520 })
  expect(monthlyTotal([usd(9_400)], amount)).toEqual({ price: 9_400, off: 1_000, total: 8_400 })
  expect(monthlyTotal([usd(900)], amount)).toEqual({ price: 900, off: 900, total: 0 })
  for (const unusable of [
    { ...percent, valid: false },
    { ...amount, currency: 'eur' },
  ]) {
    expect(isUsable(unusable)).toBe(false)
    expect(monthlyTotal([usd(9_400)], unusable)).toMatchObject({ off: 0, total: 9_400 })
  }
})

test.each([
  ['starter', 2, 100_000, false],
  ['starter', 3, 0, true],
  ['starter', 1, 100_001, true],
  ['lite', 4, 900_000, false],
  ['lite', 5, 0, true],
  ['team', 900, 900_000, false],
] as const)('%s with %i users and %i messages: exceeded is %s', (plan, num_users, num_messages, exceeded) => {
  expect(isExceeded(plan, { num_users, num_messages })).toBe(exceeded)
})

test('bills one month after the trial, or else after the start of the period', () => {
  const at = (day: string) => Date.parse(day) / 1_000
  const next = (trial_end: string | null, start: string) =>
    nextBillingDate({ trial_end: trial_end && at(trial_end), current_period_start: at(start) } as never)
      .toISOString()
      .slice(0, 10)
  expect(next('2024-03-15', '2024-03-01')).toBe('2024-04-15')
  expect(next(null, '2024-03-01')).toBe('2024-04-01')
  expect(next(null, '2024-01-31')).toBe('2024-02-29')
})

test('asks for an upgrade by the first of the next month', () => {
  expect(upgradeBy(new Date(2024, 11, 31))).toEqual(new Date(2025, 0, 1))
})

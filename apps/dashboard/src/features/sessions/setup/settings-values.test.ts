import { expect, test } from 'vitest'
import { findProblem, toSettings, toValues } from './settings-values.js'

const settings = {
  keep_days: 7,
  store: true,
  mask_text: false,
  only_pages: ['/shop', '/pricing'],
  except_pages: [],
  respect_privacy_signals: true,
  max_megabytes: 500,
}

test('settings are the same after editing nothing', () => {
  expect(toSettings(toValues(settings))).toEqual(settings)
})

test('empty and repeated lines are no pages', () => {
  const values = { ...toValues(settings), only_pages: ' /shop \n\n/shop\n/help' }
  expect(toSettings(values).only_pages).toEqual(['/shop', '/help'])
})

test('numbers have limits', () => {
  expect(findProblem('keep_days', '7')).toBeUndefined()
  for (const value of ['', '0', '366', '1.5', '-1', 'week']) expect(findProblem('keep_days', value)).toBeDefined()
  expect(findProblem('max_megabytes', '9')).toBe('Enter a whole number from 10 to 100000.')
})

import { expect, test } from 'vitest'
import { findProblem, isWholeNumber, MAX, readReminders, toSettings } from './reminders.js'

test('the defaults are off, every 72 hours, 3 times', () => {
  expect(readReminders({ settings: null })).toEqual({ enabled: false, hours_interval: '72', max_count: '3' })
})

test('accepts only whole numbers', () => {
  for (const typed of ['', '0', '12', '9999']) expect(isWholeNumber(typed)).toBe(true)
  for (const typed of ['1.5', '-1', '1e3', ' 1', 'three', '12345', '１']) expect(isWholeNumber(typed)).toBe(false)
})

test('rejects values that the server would refuse', () => {
  const problems = (typed: string[], most: number) => typed.map((each) => findProblem(each, most))
  expect(problems(['', '1', '8760'], MAX.hours_interval)).toEqual([null, null, null])
  expect(problems(['0', '8761'], MAX.hours_interval)).toEqual(['At least 1', 'At most 8760'])
  expect(problems(['0', '100', '101'], MAX.max_count)).toEqual(['At least 1', null, 'At most 100'])
})

test('keeps other settings, and an empty field means the default', () => {
  const settings = {
    disable_automated_reply_emails: true,
    conversation_reminders_enabled: null,
    conversation_reminder_hours_interval: 48,
    max_num_conversation_reminders: null,
  }
  expect(toSettings(settings, { enabled: true, hours_interval: '', max_count: '5' })).toEqual({
    disable_automated_reply_emails: true,
    conversation_reminders_enabled: true,
    conversation_reminder_hours_interval: 72,
    max_num_conversation_reminders: 5,
  })
})

import { expect, test } from 'vitest'
import { findProblem, isWholeNumber, MOST, readReminders, toSettings } from './reminders.js'

test('nothing saved means off, every 72 hours, 3 times', () => {
  expect(readReminders({ settings: null })).toEqual({ enabled: false, hours_interval: '72', max_count: '3' })
})

test('only whole numbers are taken', () => {
  for (const typed of ['', '0', '12', '9999']) expect(isWholeNumber(typed)).toBe(true)
  for (const typed of ['1.5', '-1', '1e3', ' 1', 'three', '12345', '１']) expect(isWholeNumber(typed)).toBe(false)
})

test('what the server would refuse is not sent', () => {
  const problems = (typed: string[], most: number) => typed.map((each) => findProblem(each, most))
  expect(problems(['', '1', '8760'], MOST.hours_interval)).toEqual([null, null, null])
  expect(problems(['0', '8761'], MOST.hours_interval)).toEqual(['At least 1', 'At most 8760'])
  expect(problems(['0', '100', '101'], MOST.max_count)).toEqual(['At least 1', null, 'At most 100'])
})

test('the settings that are not shown here stay, and an emptied field means the default', () => {
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

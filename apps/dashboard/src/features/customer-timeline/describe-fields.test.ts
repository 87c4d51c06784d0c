import { expect, test } from 'vitest'
import { describeFields } from './describe-fields.js'

test('describes fields in words', () => {
  expect(describeFields(['name'])).toBe('the name')
  expect(describeFields(['name', 'external_id'])).toBe('the name and external ID')
  expect(describeFields(['email', 'phone', 'time_zone'])).toBe('the email, phone number, and time zone')
})

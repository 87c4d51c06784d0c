import { expect, test } from 'vitest'
import { checkRegistration } from './check-registration.js'

const nothing = { company_name: ' ', email: '', password: '', password_confirmation: '' }

test('names the missing fields', () => {
  expect(checkRegistration(nothing, false)).toEqual({
    company_name: 'Company name is required',
    email: 'Email is required',
    password: 'Password is required',
    password_confirmation: null,
  })
})

test('an invited person needs no company name', () => {
  expect(checkRegistration(nothing, true).company_name).toBeNull()
})

test('rejects a short password and a different confirmation', () => {
  const typed = {
    company_name: 'Acme',
    email: 'ada@acme.example',
    password: 'seven77',
    password_confirmation: 'seven7',
  }
  expect(checkRegistration(typed, false)).toMatchObject({
    password: 'Password must be at least 8 characters',
    password_confirmation: 'Password confirmation does not match',
  })
})

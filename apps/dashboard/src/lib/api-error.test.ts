import { ApiError, toApiError } from '@papercups/client-core'
import { describe, expect, test } from 'vitest'
import { describeError, describeField, GENERIC_FAILURE, UNREACHABLE } from './api-error.js'

describe('the four error envelopes', () => {
  test('an app error keeps its message', () => {
    const error = toApiError(404, { error: { status: 404, message: 'Not found' } })
    expect([error.status, error.message, error.fields]).toEqual([404, 'Not found', {}])
  })

  test('a validation error names its fields', () => {
    const errors = { name: ["can't be blank"], settings: { interval: ['is invalid'] } }
    const error = toApiError(422, { error: { status: 422, message: 'Unprocessable Entity', errors } })
    expect(error.fields).toEqual({ name: ["can't be blank"], 'settings interval': ['is invalid'] })
  })

  test('"Not authenticated" has `code` instead of `status`', () => {
    expect(toApiError(401, { error: { code: 401, message: 'Not authenticated' } }).message).toBe('Not authenticated')
  })

  test('a framework error has a detail', () => {
    expect(toApiError(413, { errors: { detail: 'Request Entity Too Large' } }).message).toBe('Request Entity Too Large')
  })

  test.each([
    [500, 'Internal Server Error'],
    [503, 'Service Unavailable'],
  ])('status %i has no message for users', (status, detail) => {
    const error = toApiError(status, { errors: { detail } })
    expect([error.status, error.serverMessage, describeError(error)]).toEqual([status, null, GENERIC_FAILURE])
  })

  test('keeps the message of a feature’s own 502', () => {
    expect(toApiError(502, { error: { status: 502, message: 'GitHub is away' } }).message).toBe('GitHub is away')
  })

  test.each([null, 'a page of a proxy', 7, [], { error: 'text' }, { error: { message: 12 } }])(
    'ignores %j, which is not an error envelope',
    (body) => expect(toApiError(502, body).serverMessage).toBeNull(),
  )
})

describe('the error text for users', () => {
  test('lists every field and its problem', () => {
    const error = new ApiError(422, 'Unprocessable Entity', {
      name: ["can't be blank"],
      email: ['is invalid'],
      tag: [],
    })
    expect(describeError(error)).toBe("Error: name can't be blank, email is invalid, invalid tag")
  })

  test('names one field as the API does, or as the screen does', () => {
    const error = new ApiError(422, 'Unprocessable Entity', { from_phone_number: ["can't be blank"] })
    expect(describeField(error, 'from_phone_number')).toBe("From phone number can't be blank")
    expect(describeField(error, 'from_phone_number', 'Phone number')).toBe("Phone number can't be blank")
    expect(describeField(error, 'name')).toBeUndefined()
  })

  test('field errors of another status do not replace the message', () => {
    expect(describeError(new ApiError(403, 'Access denied', { name: ['is invalid'] }))).toBe('Access denied')
  })

  test('describes an unreachable server', () => expect(describeError(new ApiError(0, null))).toBe(UNREACHABLE))
  test('shows the message of any error', () => expect(describeError(new Error('Oh no'))).toBe('Oh no'))
  test.each([new ApiError(500, null), new Error(''), undefined, 'text'])('falls back to a generic text: %s', (error) =>
    expect(describeError(error)).toBe(GENERIC_FAILURE),
  )
})

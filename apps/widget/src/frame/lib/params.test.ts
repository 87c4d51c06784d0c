import { expect, test } from 'vitest'
import { isOldLoader, parseObject, readParams } from './params.js'

const account = '8d1d7588-193c-47c6-bc71-9ba89f2301be'

test.each(['', '1.0.0', '1.1.0', '1.1.2', 'nonsense'])('version %j is an old loader', (version) => {
  expect(isOldLoader(version)).toBe(true)
})

test.each(['1.1.8', '1.1.11', '1.2.0', '1.2.1', '1.3.0', '1.0.20', '2.0.0', '10.0.0'])(
  'version %j is a new one',
  (version) => {
    expect(isOldLoader(version)).toBe(false)
  },
)

test('shows the chat at once, without a close button, for an old loader', () => {
  expect(readParams(`?accountId=${account}`)).toMatchObject({ token: account, alwaysOpen: true, closeable: false })
  expect(readParams(`?token=${account}&version=1.3.0`)).toMatchObject({ alwaysOpen: false, closeable: true })
  expect(readParams(`?token=${account}&version=1.3.0&closeable=0`)).toMatchObject({ closeable: false })
})

test('renders nothing without an account', () => {
  expect(readParams('')).toBeUndefined()
  expect(readParams('?token=not-an-account')).toBeUndefined()
})

test('drops invalid ids, reads flags from strings and ignores a broken map', () => {
  const options = readParams(
    `?token=${account}&inbox=undefined&customerId=null&showAgentAvailability=1&isBrandingHidden=true&requireEmailUpfront=0&metadata=%7Bbroken&baseUrl=https://evil.example`,
  )
  expect(options).toMatchObject({
    inbox: '',
    customerId: '',
    visitor: {},
    showAgentAvailability: true,
    isBrandingHidden: true,
    requireEmailUpfront: false,
  })
  expect(JSON.stringify(options)).not.toContain('evil')
})

test('only an object is an object', () => {
  expect(parseObject('{"a":1}')).toEqual({ a: 1 })
  for (const json of ['[1]', '"x"', 'null', '3', '', '{']) expect(parseObject(json)).toEqual({})
})

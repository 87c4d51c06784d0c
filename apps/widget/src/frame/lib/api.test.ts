import { ApiError } from '@papercups/client-core'
import { expect, test, vi } from 'vitest'
import { createApi } from './api.js'

test('drops an answer about a person who has signed out meanwhile', async () => {
  const answers: Array<(data: unknown) => void> = []
  const asked = vi.fn(async (_path: string, _options: object) => {
    const data = await new Promise((resolve) => answers.push(resolve))
    return new Response(JSON.stringify({ data }))
  })
  vi.stubGlobal('fetch', asked)
  const visitor = { proof: { user_hash: 'of-ada' }, turn: 0 }
  const api = createApi('acme', '', () => visitor)

  const [found, made, settings] = [api.identify('ada'), api.createCustomer({ name: 'Ada' }), api.settings()]
  Object.assign(visitor, { proof: { user_hash: 'of-ben' }, turn: 1 })
  for (const answer of answers) answer({ customer_id: 'ada', id: 'ada' })
  for (const late of [found, made]) {
    const error: unknown = await late.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    // It is not an error: waiting messages are sent as the current person.
    expect((error as ApiError).final).toBe(false)
  }
  expect(await settings).toMatchObject({ id: 'ada' })

  const next = api.identify('ben')
  answers.at(-1)?.({ customer_id: 'ben' })
  expect(await next).toEqual({ customer_id: 'ben' })
  expect(asked.mock.lastCall?.[0]).toBe('/api/customers/identify?account_id=acme&external_id=ben&user_hash=of-ben')
  vi.unstubAllGlobals()
})

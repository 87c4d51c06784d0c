import { ApiError } from '@papercups/client-core'
import { expect, test, vi } from 'vitest'
import { createApi } from './api.js'
import { queryString } from './query-string.js'
import type { RawRequest } from './request.js'

function setUp() {
  const sent: RawRequest[] = []
  let token: string | null = 'old'
  const renew = vi.fn(async () => (token = 'new'))
  const answer = async (request: RawRequest): Promise<unknown> => {
    sent.push(request)
    if (request.token === 'old') throw new ApiError(401, 'Not authenticated')
    return { data: request.path }
  }
  return { api: createApi({ token: () => token, renew }, answer), sent, renew, signOut: () => (token = null) }
}

test('renews an expired token and repeats the call', async () => {
  const { api, sent, renew } = setUp()
  expect(await api.get('/me')).toBe('/me')
  expect(sent.map((request) => request.token)).toEqual(['old', 'new'])
  expect(renew).toHaveBeenCalledTimes(1)
})

test('a call refused with a fresh token is not repeated again', async () => {
  const { renew } = setUp()
  const send = vi.fn().mockRejectedValue(new ApiError(401, 'Your account is disabled.'))
  const api = createApi({ token: () => 'old', renew }, send)
  await expect(api.get('/me')).rejects.toThrow('Your account is disabled.')
  expect(send).toHaveBeenCalledTimes(2)
})

test('parallel calls share a renewed token', async () => {
  const { api, sent, renew } = setUp()
  await Promise.all([api.get('/me'), api.get('/tags')])
  expect(sent.slice(2).map((request) => request.token)).toEqual(['new', 'new'])
  expect(renew.mock.calls.length).toBeLessThanOrEqual(2)
})

test('sends nothing without a token', async () => {
  const { api, sent, signOut } = setUp()
  signOut()
  await expect(api.get('/me')).rejects.toThrow('Invalid token!')
  expect(sent).toEqual([])
})

test('sends no token with anonymous calls', async () => {
  const { api, sent } = setUp()
  await api.post('/session', { body: { user: {} }, anonymous: true })
  expect(sent[0]).not.toHaveProperty('token')
})

test('parameters are written into the path', async () => {
  const { api } = setUp()
  expect(await api.get('/tags/:id', { params: { id: 'a/b' } })).toBe('/tags/a%2Fb')
})

test.each([
  [{}, ''],
  [{ status: 'open', after: undefined }, '?status=open'],
  [{ assignee_id: null, read: false }, '?assignee_id&read=false'],
  [{ expand: ['tags', 'company'] }, '?expand[]=tags&expand[]=company'],
  [{ q: 'a&b=c d' }, '?q=a%26b%3Dc%20d'],
])('%j is written as %s', (query, text) => expect(queryString(query)).toBe(text))

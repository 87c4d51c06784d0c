import { ApiError } from '@papercups/client-core'
import { expect, test, vi } from 'vitest'
import { renewTokens } from './renew-tokens.js'
import type { RawRequest } from './request.js'

const tokens = { token: 'a', renew_token: 'b' }

test('asks again at once, so that three requests start within the ten seconds of the server', async () => {
  let now = 0
  const starts: number[] = []
  const unanswered = async ({ timeout = 0 }: RawRequest) => {
    starts.push(now)
    now += timeout
    throw new ApiError(0)
  }
  await expect(renewTokens('a.renew', unanswered)).rejects.toMatchObject({ status: 0 })
  expect(starts).toEqual([0, 3_000, 6_000])
})

test.each([
  ['no answer', () => Promise.reject(new ApiError(0))],
  ['an answer that was cut off', () => Promise.resolve(null)],
])('goes on after %s', async (_, first) => {
  const send = vi.fn(async () => ({ data: tokens })).mockImplementationOnce(first as never)
  expect(await renewTokens('a.renew', send)).toEqual(tokens)
  expect(send).toHaveBeenCalledTimes(2)
})

test.each([401, 403, 429, 500, 502])('takes %i for the answer', async (status) => {
  const send = vi.fn(async () => Promise.reject(new ApiError(status)))
  await expect(renewTokens('a.renew', send)).rejects.toMatchObject({ status })
  expect(send).toHaveBeenCalledTimes(1)
})

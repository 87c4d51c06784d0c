import { expect, test, vi } from 'vitest'
import { untilLoaded } from './until-loaded.js'

const failing = (times: number) => {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= times) throw new Error('no such file')
    return 'a part'
  })
  return load
}

test('waits for an unreachable server', async () => {
  const load = failing(20)
  expect(await untilLoaded(load, async () => false, 0)).toBe('a part')
  expect(load).toHaveBeenCalledTimes(21)
})

test('retries when the server is reachable again', async () => {
  expect(await untilLoaded(failing(2), async () => true, 0)).toBe('a part')
})

test('fails if the server answers but the file is missing', async () => {
  await expect(untilLoaded(failing(20), async () => true, 0)).rejects.toThrow('no such file')
})

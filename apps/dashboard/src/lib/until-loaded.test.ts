import { expect, test, vi } from 'vitest'
import { untilLoaded } from './until-loaded.js'

const failing = (times: number) => {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= times) throw new Error('no such file')
    return 'a part'
  })
  return load
}

function server(checks: (count: number) => boolean, likely = true) {
  const check = vi.fn(async () => (likely = checks(check.mock.calls.length)))
  return { check, isLikely: () => likely, report: () => undefined }
}

test('loads at once while the server answers', async () => {
  const reachable = server(() => true)
  expect(await untilLoaded(failing(0), reachable, 0)).toBe('a part')
  expect(reachable.check).not.toHaveBeenCalled()
})

test('does not import while the server is down', async () => {
  const load = failing(0)
  const unreachable = server((count) => count === 20, false)
  expect(await untilLoaded(load, unreachable, 0)).toBe('a part')
  expect(unreachable.check).toHaveBeenCalledTimes(20)
  expect(load).toHaveBeenCalledTimes(1)
})

test('retries an import that failed together with the server', async () => {
  const load = failing(1)
  expect(
    await untilLoaded(
      load,
      server((count) => count === 5),
      0,
    ),
  ).toBe('a part')
  expect(load).toHaveBeenCalledTimes(2)
})

test('fails if the server answers but the file is missing', async () => {
  const missing = untilLoaded(
    failing(20),
    server(() => true),
    0,
  )
  await expect(missing).rejects.toThrow('no such file')
})

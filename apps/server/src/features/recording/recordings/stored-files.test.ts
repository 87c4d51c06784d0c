import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { expectErrors } from '../../../../test/logged-errors.js'
import { newSession, snapshot } from '../../../../test/recorders.js'
import { chunksOf, packAll, storedFiles } from '../../../../test/stored-recordings.js'
import { story } from '../../../../test/story.js'

const NOW = Date.UTC(2024, 2, 9, 14)

test('a recording that cannot be moved to a file keeps no other waiting, and is moved later', async () => {
  expectErrors(/a recording could not be moved to its file/)
  const tale = await story()
  const { carla, server } = tale
  for (let count = 0; count < 2; count += 1) {
    const id = await newSession(carla)
    await carla.post(`/api/browser_sessions/${id}/events`, { page: 'p', seq: 0, events: [snapshot(NOW)] })
  }
  const unstored = async () => (await chunksOf(tale)).filter(({ stored_at }) => stored_at === null).length
  const broken = (await chunksOf(tale))[0]?.id
  const { files } = server.platform
  const put = files.put.bind(files)
  const disk = vi.spyOn(files, 'put').mockImplementation(async (key, ...rest) => {
    const [row] = (await chunksOf(tale)).filter(({ file_key }) => file_key === key)
    if (row?.id === broken) throw new Error('disk error')
    return put(key, ...rest)
  })
  await packAll(tale)
  expect(await unstored()).toBe(1)
  disk.mockRestore()
  await packAll(tale)
  expect(await unstored()).toBe(0)
})

test('deleting a session deletes its files', async () => {
  const tale = await story()
  const { ada, carla } = tale
  const id = await newSession(carla)
  await carla.post(`/api/browser_sessions/${id}/events`, { page: 'p', seq: 0, events: [snapshot(NOW)] })
  await packAll(tale)
  const [row] = await chunksOf(tale)
  const [file = ''] = await storedFiles(tale, [row?.file_key ?? null])
  expect((await readFile(file)).length).toBeGreaterThan(20)
  await ada.delete(`/api/browser_sessions/${id}`)
  await expect.poll(() => storedFiles(tale, [row?.file_key ?? null])).toEqual([])
})

import { expect, test } from 'vitest'
import { FilesInFlight } from './files-in-flight.js'

/** A body that never ends, until the test says so. */
function openBodies(files: FilesInFlight) {
  const ends: Array<() => void> = []
  const open = (ip: string) => files.read(ip, () => new Promise<void>((end) => ends.push(end)))
  return { open, ends }
}

test('bodies that do not end are bounded for a network and for all', async () => {
  const files = new FilesInFlight()
  const { open, ends } = openBodies(files)
  const own = Array.from({ length: 16 }, (_, at) => open(`2001:db8:1:2::${at + 1}`))
  await expect(open('2001:db8:1:2::99')).rejects.toMatchObject({ status: 429 })
  const others = Array.from({ length: 48 }, (_, at) => open(`192.0.2.${at + 1}`))
  await expect(open('198.51.100.1')).rejects.toMatchObject({ status: 429 })
  ends[0]?.()
  await own[0]
  const last = open('2001:db8:1:2::99')
  for (const end of ends) end()
  await Promise.all([...own, ...others, last])
  expect(await files.read('198.51.100.1', () => Promise.resolve('read'))).toBe('read')
})

test('a body that breaks off gives its place back', async () => {
  const files = new FilesInFlight()
  for (let at = 0; at < 100; at += 1)
    await expect(files.read('192.0.2.1', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

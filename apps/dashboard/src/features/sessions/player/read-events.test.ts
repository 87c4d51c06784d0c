import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readEvents } from './read-events.js'

const event = { type: 3, timestamp: 1, data: {} }
const pack = (text: string) => gzipSync(text).toString('base64')

test('reads plain and compressed batches', async () => {
  expect(await readEvents([event])).toEqual([event])
  expect(await readEvents(pack(JSON.stringify([event, event])))).toEqual([event, event])
})

test('ignores what is no event, and batches that cannot be read', async () => {
  expect(await readEvents([null, 7, event, { type: '3' }])).toEqual([event])
  for (const text of ['{}', 'not JSON', '7']) expect(await readEvents(pack(text))).toEqual([])
  expect(await readEvents('no base64 !')).toEqual([])
  expect(await readEvents(gzipSync('[]').subarray(0, 9).toString('base64'))).toEqual([])
})

test('does not unzip a bomb', async () => {
  expect(await readEvents(pack(`[${' '.repeat(33_000_000)}]`))).toEqual([])
})

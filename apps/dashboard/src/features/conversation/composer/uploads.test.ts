import { ApiError } from '@papercups/client-core'
import type { File as StoredFile } from '@papercups/contract'
import { expect, test, vi } from 'vitest'
import type { UploadFile } from '../../../lib/upload.js'
import { createUploads } from './uploads.js'

const to = { key: 'draft', mode: 'reply' as const, owner: { account_id: 'acme' } }
const picture = () => new File(['x'], 'cat.png', { type: 'image/png' })
const stored = {
  id: 'f',
  object: 'file',
  file_url: '/f',
  content_type: 'image/png',
  filename: 'cat.png',
  size: 3,
} as const

test('a file is shown on its way with its progress, and is in the draft when it has arrived', async () => {
  const arrived = vi.fn()
  let land: (file: StoredFile) => void = () => undefined
  const uploads = createUploads((_file, _owner, options) => {
    options?.onProgress?.(0.5)
    return new Promise((resolve) => (land = resolve))
  }, arrived)

  const done = uploads.add([picture()], to)
  expect(uploads.entries()).toMatchObject([{ progress: 0.5, failure: null, preview: expect.stringMatching(/^blob:/) }])
  land(stored)
  await done
  expect(uploads.entries()).toEqual([])
  expect(arrived.mock.calls).toEqual([[to, stored]])
})

test('a failed one says why and goes again; the others are not held up', async () => {
  const arrived = vi.fn()
  const send = vi.fn<UploadFile>().mockRejectedValueOnce(new ApiError(500, 'Out of space')).mockResolvedValue(stored)
  const uploads = createUploads(send, arrived)
  await uploads.add([picture(), picture()], to)
  expect(uploads.entries()).toMatchObject([{ failure: 'Out of space' }])
  expect(arrived).toHaveBeenCalledTimes(1)

  await uploads.retry(uploads.entries()[0]?.id ?? '')
  expect(uploads.entries()).toEqual([])
  expect(arrived).toHaveBeenCalledTimes(2)
})

test('a removed one is stopped and never arrives', async () => {
  const arrived = vi.fn()
  let asked: AbortSignal | undefined
  const uploads = createUploads(async (_file, _owner, options) => {
    asked = options?.signal
    return new Promise((resolve) => asked?.addEventListener('abort', () => resolve(stored)))
  }, arrived)
  const done = uploads.add([picture()], to)
  uploads.remove(uploads.entries()[0]?.id ?? '')
  await done
  expect(asked?.aborted).toBe(true)
  expect(uploads.entries()).toEqual([])
  expect(arrived).not.toHaveBeenCalled()
})

test('a file that no server would take is not sent', async () => {
  const send = vi.fn<UploadFile>()
  const uploads = createUploads(send, vi.fn())
  await uploads.add([new File([new Uint8Array(8_000_001)], 'film.mp4')], to)
  expect(uploads.entries()).toMatchObject([{ failure: 'Larger than 8 MB' }])
  expect(send).not.toHaveBeenCalled()
})

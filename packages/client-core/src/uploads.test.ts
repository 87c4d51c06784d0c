import type { File as StoredFile } from '@papercups/contract'
import { expect, test, vi } from 'vitest'
import { ApiError } from './api-error.js'
import { createUploads, type UploadOptions } from './uploads.js'

type Send = (file: File, to: string, options: UploadOptions) => Promise<StoredFile>

const picture = () => new File(['x'], 'cat.png', { type: 'image/png' })
const stored: StoredFile = {
  id: 'f',
  object: 'file',
  file_url: '/f',
  content_type: 'image/png',
  filename: 'cat.png',
  size: 3,
}

test('reports the progress of an upload and returns the file when it is done', async () => {
  const arrived = vi.fn()
  let land: (file: StoredFile) => void = () => undefined
  const send: Send = (_file, _to, { onProgress }) => {
    onProgress(0.5)
    return new Promise((resolve) => (land = resolve))
  }
  const uploads = createUploads(send, vi.fn(), arrived)

  const done = uploads.add([picture()], 'draft')
  expect(uploads.list()).toMatchObject([{ progress: 0.5, to: 'draft', preview: expect.stringMatching(/^blob:/) }])
  land(stored)
  await done
  expect(uploads.list()).toMatchObject([{ progress: 1, stored }])
  expect(arrived).toHaveBeenCalledWith(expect.objectContaining({ to: 'draft', stored }))
  expect(uploads.take()).toEqual([stored])
  expect(uploads.list()).toEqual([])
})

test('a failed upload can be retried and does not block the others', async () => {
  const send = vi.fn<Send>().mockRejectedValueOnce(new ApiError(500, 'Out of space')).mockResolvedValue(stored)
  const uploads = createUploads(send, vi.fn())
  await uploads.add([picture(), picture()], '')
  expect(uploads.list()).toMatchObject([
    { failure: { reason: 'failed', error: { message: 'Out of space' }, canRetry: true } },
    { stored },
  ])
  await uploads.retry(uploads.list()[0]?.id ?? '')
  expect(uploads.list()).toMatchObject([{ stored }, { stored }])
})

test('an upload that the server refuses cannot be retried', async () => {
  const send = vi.fn<Send>().mockRejectedValueOnce(new ApiError(422)).mockRejectedValueOnce(new ApiError(413))
  const uploads = createUploads(send, vi.fn())
  await uploads.add([picture(), picture()], '')
  expect(uploads.list().map(({ failure }) => failure)).toMatchObject([
    { reason: 'failed', canRetry: false },
    { reason: 'too-big', canRetry: false },
  ])
  for (const { id } of uploads.list()) await uploads.retry(id)
  expect(send).toHaveBeenCalledTimes(2)
})

test('removing a file stops its upload', async () => {
  const arrived = vi.fn()
  let asked: AbortSignal | undefined
  const send: Send = (_file, _to, { signal }) => {
    asked = signal
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(stored)))
  }
  const uploads = createUploads(send, vi.fn(), arrived)
  const done = uploads.add([picture()], '')
  uploads.remove(uploads.list()[0]?.id ?? '')
  await done
  expect(asked?.aborted).toBe(true)
  expect(uploads.list()).toEqual([])
  expect(arrived).not.toHaveBeenCalled()
})

test.each([
  ['empty', 0],
  ['too-big', 8_000_001],
])('a file that is %s is not sent', async (reason, size) => {
  const send = vi.fn<Send>()
  const uploads = createUploads(send, vi.fn())
  await uploads.add([new File([new Uint8Array(size)], 'film.mp4')], '')
  expect(uploads.list()).toMatchObject([{ failure: { reason, canRetry: false } }])
  expect(send).not.toHaveBeenCalled()
})

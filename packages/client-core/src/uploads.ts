import type { File as StoredFile } from '@papercups/contract'
import { ApiError } from './api-error.js'
import { randomId } from './random-id.js'

/** The server's limit. */
export const LARGEST_FILE_MB = 8

export interface UploadFailure {
  reason: 'empty' | 'too-big' | 'failed'
  error?: unknown
  /** False when a retry would fail again. */
  canRetry: boolean
}

/** An upload for a message. `To` identifies the message. */
export interface Upload<To> {
  id: string
  to: To
  file: File
  /** Preview URL of an image; empty for other files. */
  preview: string
  /** From 0 to 1. */
  progress: number
  failure?: UploadFailure
  stored?: StoredFile
}

export interface UploadOptions {
  signal: AbortSignal
  onProgress: (share: number) => void
}

type Send<To> = (file: File, to: To, options: UploadOptions) => Promise<StoredFile>

/** Uploads files before their message is sent, so that the message itself is sent at once. */
export function createUploads<To>(
  send: Send<To>,
  changed: () => void,
  arrived: (upload: Upload<To>) => void = () => {},
) {
  const running = new Map<string, AbortController>()
  let list: readonly Upload<To>[] = []

  const write = (next: readonly Upload<To>[]) => {
    list = next
    changed()
  }
  const change = (id: string, changes: Partial<Upload<To>>) =>
    write(list.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)))

  async function start(upload: Upload<To>) {
    const { id, file, to } = upload
    const impossible = checkSize(file)
    if (impossible) return change(id, { failure: impossible })
    const controller = new AbortController()
    running.set(id, controller)
    try {
      const { signal } = controller
      const stored = await send(file, to, { signal, onProgress: (progress) => change(id, { progress }) })
      if (signal.aborted) return
      change(id, { stored, progress: 1 })
      arrived({ ...upload, stored })
    } catch (error) {
      if (!controller.signal.aborted) change(id, { failure: explain(error) })
    }
  }

  function forget(gone: readonly Upload<To>[]) {
    for (const { id, preview } of gone) {
      running.get(id)?.abort()
      running.delete(id)
      if (preview) URL.revokeObjectURL(preview)
    }
    write(list.filter((upload) => !gone.includes(upload)))
  }

  return {
    list: () => list,
    add(files: readonly File[], to: To) {
      const added = files.map((file) => ({
        id: randomId(),
        to,
        file,
        progress: 0,
        preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : '',
      }))
      write([...list, ...added])
      return Promise.all(added.map(start))
    },
    async retry(id: string) {
      const upload = list.find((each) => each.id === id && each.failure?.canRetry)
      if (!upload) return
      change(id, { failure: undefined, progress: 0 })
      await start(upload)
    },
    remove: (id: string) => forget(list.filter((upload) => upload.id === id)),
    /** Returns the finished uploads for the message that is sent now, and drops the rest. */
    take(): StoredFile[] {
      const stored = list.flatMap((upload) => upload.stored ?? [])
      forget(list)
      return stored
    },
  }
}

function checkSize({ size }: File): UploadFailure | undefined {
  if (size === 0) return { reason: 'empty', canRetry: false }
  return size > LARGEST_FILE_MB * 1_000_000 ? { reason: 'too-big', canRetry: false } : undefined
}

function explain(error: unknown): UploadFailure {
  const known = error instanceof ApiError
  return known && error.status === 413
    ? { reason: 'too-big', canRetry: false }
    : { reason: 'failed', error, canRetry: !known || !error.final }
}

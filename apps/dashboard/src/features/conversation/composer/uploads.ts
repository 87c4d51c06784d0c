import { randomId } from '@papercups/client-core'
import type { File as StoredFile } from '@papercups/contract'
import { describeError } from '../../../lib/api-error.js'
import { uploadFile, type UploadFile } from '../../../lib/upload.js'
import { drafts, type Mode } from './drafts.js'

/** A message takes no more. */
export const MOST_FILES = 50
const LARGEST = 8_000_000

/** Where a file goes when it has arrived, and whose it is. */
export interface Destination {
  key: string
  mode: Mode
  owner: Record<string, string>
}

/** A file on its way to a draft. */
export interface Upload {
  id: string
  to: Destination
  file: File
  /** From 0 to 1. */
  progress: number
  /** Null while it is on its way. */
  failure: string | null
  /** Shows an image before the server has it. */
  preview: string | null
}

/** They live beside the page: whoever looks at another conversation meanwhile finds the file in the draft afterwards. */
export function createUploads(send: UploadFile, arrived: (to: Destination, file: StoredFile) => void) {
  const listeners = new Set<() => void>()
  const running = new Map<string, AbortController>()
  let entries: readonly Upload[] = []

  function write(next: readonly Upload[]) {
    entries = next
    listeners.forEach((listener) => listener())
  }

  const change = (id: string, changes: Partial<Upload>) =>
    write(entries.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)))

  function remove(id: string) {
    const entry = entries.find((each) => each.id === id)
    if (entry?.preview) URL.revokeObjectURL(entry.preview)
    running.get(id)?.abort()
    running.delete(id)
    write(entries.filter((each) => each.id !== id))
  }

  async function start({ id, file, to }: Upload) {
    if (file.size > LARGEST) return change(id, { failure: 'Larger than 8 MB' })
    const controller = new AbortController()
    running.set(id, controller)
    try {
      const stored = await send(file, to.owner, {
        signal: controller.signal,
        onProgress: (progress) => change(id, { progress }),
      })
      if (controller.signal.aborted) return
      arrived(to, stored)
      remove(id)
    } catch (error) {
      if (!controller.signal.aborted) change(id, { failure: describeError(error) })
    }
  }

  return {
    entries: () => entries,

    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    add(files: readonly File[], to: Destination) {
      const added = files.map((file) => ({
        id: randomId(),
        to,
        file,
        progress: 0,
        failure: null,
        preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
      }))
      write([...entries, ...added])
      return Promise.all(added.map(start))
    },

    retry(id: string) {
      const entry = entries.find((each) => each.id === id && each.failure !== null)
      if (!entry) return Promise.resolve()
      change(id, { failure: null, progress: 0 })
      return start(entry)
    },

    remove,
  }
}

export const uploads = createUploads(uploadFile, ({ key, mode }, file) =>
  drafts.changeText(key, mode, { files: [...drafts.read(key)[mode].files, file] }),
)

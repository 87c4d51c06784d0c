import { createUploads, LARGEST_FILE_MB, type Upload as UploadTo } from '@papercups/client-core'
import type { File as StoredFile } from '@papercups/contract'
import { describeError } from '../../../lib/api-error.js'
import { sendForm } from '../../../entities/message/upload.js'
import { drafts, type Mode } from './drafts.js'

/** The server's limit for one message. */
export const MAX_FILES = 50

/** The draft that gets the finished upload, and its owner. */
export interface Destination {
  key: string
  mode: Mode
  owner: Record<string, string>
}

export type Upload = UploadTo<Destination>

const listeners = new Set<() => void>()

/** Uploads continue when the agent opens another conversation. The file is then added to the stored draft. */
export const uploads = createUploads<Destination>(
  (file, { owner }, options) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(owner)) form.append(name, value)
    form.append('file', file, file.name)
    return sendForm<StoredFile>('/upload', form, options)
  },
  () => listeners.forEach((listener) => listener()),
  ({ id, to: { key, mode }, stored }) => {
    if (stored) drafts.changeText(key, mode, { files: [...drafts.read(key)[mode].files, stored] })
    uploads.remove(id)
  },
)

export function subscribeToUploads(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function describeFailure({ reason, error }: NonNullable<Upload['failure']>) {
  if (reason === 'empty') return 'This file is empty.'
  if (reason === 'too-big') return `This file is too big. The limit is ${LARGEST_FILE_MB} MB.`
  return describeError(error)
}

import { createUploads, postForm } from '@papercups/client-core'
import type { File } from '@papercups/contract'

/** Uploads as a visitor. A new visitor has no customer yet: the file gets one when it is sent. */
export const createVisitorUploads = (owner: () => Record<string, string>, changed: () => void) =>
  createUploads<void>((file, _to, progress) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(owner())) if (value) form.append(name, value)
    form.append('file', file, file.name || 'file')
    return postForm<File>('/upload', form, progress)
  }, changed)

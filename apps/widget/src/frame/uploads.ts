import type { File as StoredFile } from '@papercups/contract'

/** A file on its way to the next message. */
export interface Upload {
  id: number
  name: string
  /** Where a picture can be looked at before anybody else has it; empty for other files. */
  preview: string
  /** From 0 to 1. */
  progress: number
  failed: 'no' | 'too-big' | 'yes'
  stored?: StoredFile
}

export type Uploads = ReturnType<typeof createUploads>

/** More than these no message takes along. */
const MOST = 10
const TOO_BIG = 413

/** The files of the message that is being written. They are sent ahead, so that the message itself goes at once. */
export function createUploads(account_id: string, allowed: () => boolean, changed: () => void) {
  let list: Upload[] = []
  let ids = 0
  const sources = new Map<number, { file: File; request: XMLHttpRequest }>()

  const set = (next: Upload[]) => {
    list = next
    changed()
  }
  const change = (id: number, edit: Partial<Upload>) =>
    set(list.map((upload) => (upload.id === id ? { ...upload, ...edit } : upload)))

  function start(id: number, file: File) {
    // Not fetch: it does not say how far it has come.
    const request = new XMLHttpRequest()
    sources.set(id, { file, request })
    change(id, { progress: 0, failed: 'no' })
    request.upload.onprogress = ({ loaded, total }) => change(id, { progress: total ? loaded / total : 0 })
    request.onerror = request.ontimeout = () => change(id, { failed: 'yes' })
    request.onload = () => {
      const stored = request.status < 300 && readStored(request.responseText)
      if (stored) change(id, { stored, progress: 1 })
      else change(id, { failed: request.status === TOO_BIG ? 'too-big' : 'yes' })
    }
    const form = new FormData()
    form.append('account_id', account_id)
    form.append('file', file, file.name || 'file')
    request.open('POST', '/api/upload')
    request.send(form)
  }

  const forget = ({ id, preview }: Upload) => {
    sources.get(id)?.request.abort()
    sources.delete(id)
    if (preview) URL.revokeObjectURL(preview)
  }

  return {
    list: () => list,
    add(files: Iterable<File>) {
      // Also what was dropped or pasted, where there is no button.
      for (const file of allowed() ? [...files].slice(0, MOST - list.length) : []) {
        const id = (ids += 1)
        const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : ''
        set([...list, { id, name: file.name, preview, progress: 0, failed: 'no' }])
        start(id, file)
      }
    },
    retry(id: number) {
      const source = sources.get(id)
      if (source) start(id, source.file)
    },
    remove(id: number) {
      for (const upload of list) if (upload.id === id) forget(upload)
      set(list.filter((upload) => upload.id !== id))
    },
    /** Hands over what has arrived, for the message that goes now. */
    take(): StoredFile[] {
      const stored = list.flatMap((upload) => upload.stored ?? [])
      list.forEach(forget)
      set([])
      return stored
    },
  }
}

function readStored(json: string): StoredFile | undefined {
  try {
    const { data } = JSON.parse(json) as { data?: StoredFile }
    return data?.id ? data : undefined
  } catch {
    return undefined
  }
}

import { ApiError } from '@papercups/client-core'
import type { File as StoredFile } from '@papercups/contract'
import { toApiError } from './api-error.js'
import { withToken } from './api.js'
import { session } from './session.js'

/** For a request that nothing more is heard of; a large file on a slow line may well take minutes. */
const TIMEOUT = 300_000

interface Options {
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

export type UploadFile = (file: File, owner: Record<string, string>, options?: Options) => Promise<StoredFile>

/** With a request of the old kind: `fetch` does not tell how far it is. */
export const uploadFile: UploadFile = (file, owner, options = {}) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(owner)) form.append(name, value)
  form.append('file', file, file.name)
  return sendForm<StoredFile>('/upload', form, options)
}

/** What the server makes of a form with a file in it. */
export const sendForm = <T>(path: string, form: FormData, options: Options = {}) =>
  withToken(session, (token) => send<T>(path, form, token, options))

function send<T>(path: string, form: FormData, token: string, { onProgress, signal }: Options): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api${path}`)
    request.setRequestHeader('authorization', token)
    request.setRequestHeader('accept', 'application/json')
    request.responseType = 'json'
    request.timeout = TIMEOUT
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const { status, response } = request
      if (status >= 200 && status < 300 && response?.data) resolve(response.data as T)
      else reject(toApiError(status, response))
    }
    request.onerror = request.ontimeout = () => reject(new ApiError(0, null))
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

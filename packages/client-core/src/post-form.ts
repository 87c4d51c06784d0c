import { ApiError } from './api-error.js'
import { toApiError } from './to-api-error.js'
import type { UploadOptions } from './uploads.js'

/** A large file on a slow connection may take minutes. */
const TIMEOUT_MS = 300_000

/** Posts a form to the API. Not with `fetch`: it does not report how much has been sent. */
export function postForm<T>(path: string, form: FormData, { token, onProgress, signal }: FormOptions = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api${path}`)
    if (token) request.setRequestHeader('authorization', token)
    request.setRequestHeader('accept', 'application/json')
    request.responseType = 'json'
    request.timeout = TIMEOUT_MS
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const { status, response } = request
      if (status >= 200 && status < 300 && response?.data) resolve(response.data as T)
      else reject(toApiError(status, response))
    }
    request.onerror = request.ontimeout = () => reject(new ApiError(0))
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

type FormOptions = Partial<UploadOptions> & { token?: string }

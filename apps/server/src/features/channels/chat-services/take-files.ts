import { setTimeout as pause } from 'node:timers/promises'
import { storeUpload, type Uploader } from '../../inbox/files/store-upload.js'
import { HttpError } from '../../../platform/errors.js'
import { ServiceError, type ServiceContext } from './chat-service.js'

/** Of one post. */
const MAX_FILES = 20
const ATTEMPTS = 3
const PAUSE_MS = 500

export interface IncomingFile {
  filename: string
  /** Undefined if it is too large, no longer there, or not for us. Throws a `ServiceError`. */
  download(): Promise<Uint8Array | undefined>
}

/** The ids of the stored files, and the names of those that could not be taken: they do not cost the message. */
export async function takeFiles(context: ServiceContext, files: IncomingFile[], uploader: Omit<Uploader, 'ip'>) {
  const file_ids: string[] = []
  const missing: string[] = []
  for (const { filename, download } of files.slice(0, MAX_FILES)) {
    const bytes = await tryDownload(download)
    const stored = bytes && (await tryStore(context, { ...uploader, ip: null }, { filename, bytes }))
    if (stored) file_ids.push(stored.id)
    else missing.push(filename)
  }
  return { file_ids, missing }
}

/** The text matters more than a file: without one, the message is taken all the same. */
async function tryDownload(download: IncomingFile['download']) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await download()
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (attempt === ATTEMPTS) return undefined
      await pause(PAUSE_MS * attempt)
    }
  }
}

async function tryStore(
  { account, platform }: ServiceContext,
  uploader: Uploader,
  given: { filename: string; bytes: Uint8Array },
) {
  try {
    return await storeUpload(account, platform, uploader, given)
  } catch (error) {
    if (error instanceof HttpError) return undefined
    throw error
  }
}

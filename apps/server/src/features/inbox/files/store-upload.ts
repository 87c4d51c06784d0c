import type { File } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { uploadsAllowed } from '../../../platform/config.js'
import { forbidden, invalid, HttpError } from '../../../platform/errors.js'
import { decideContentType } from '../../../platform/files/content-type.js'
import { cleanFilename, newFileKey } from '../../../platform/files/file-name.js'
import type { Platform } from '../../../platform/platform.js'
import { ownsCustomer, toFile } from './queries.js'
import { reserveQuota } from './upload-quota.js'

/** A signed-in user, a customer, or a visitor without a customer yet. */
export interface Uploader {
  user_id: number | null
  customer_id: string | null
  /** For the quota per IP. It is not stored. Null for email, where many people share a server. */
  ip: string | null
}

/** Bytes that are stored, and the row that makes them a file. */
export interface PreparedUpload {
  row: { filename: string; content_type: string; size: number; unique_filename: string; file_url: string }
  /** Deletes the bytes and gives the quota back. */
  discard(): Promise<void>
}

/** The one way a file enters the product: uploads and email attachments. */
export async function storeUpload(
  account: Account,
  platform: Platform,
  uploader: Uploader,
  given: { filename: string; bytes: Uint8Array },
): Promise<File> {
  const { ip: _, ...owner } = uploader
  const { row, discard } = await prepareUpload(account, platform, uploader, given)
  try {
    return toFile(
      await account
        .insert('files', { ...owner, ...row })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
  } catch (error) {
    await discard()
    throw error
  }
}

/** Bytes first: a row without bytes would be a broken attachment, while bytes without a row are never seen. */
export async function prepareUpload(
  account: Account,
  platform: Platform,
  uploader: Uploader,
  given: { filename: string; bytes: Uint8Array },
): Promise<PreparedUpload> {
  const { config, files } = platform
  if (!uploadsAllowed(config, account.id)) throw forbidden('File uploads are switched off')
  if (given.bytes.length === 0) throw new HttpError(422, 'Invalid or malformed file: it is empty')
  if (uploader.customer_id && !(await ownsCustomer(account, uploader.customer_id))) {
    throw invalid({ customer_id: ['does not exist'] })
  }

  const giveBack = await reserveQuota(platform, account, uploader, given.bytes.length)
  const filename = cleanFilename(given.filename)
  const content_type = await decideContentType(given.bytes, filename)
  const unique_filename = newFileKey(filename)
  const file_url = `${config.base_url}/files/${unique_filename}`
  const discard = async () => {
    await files.delete(unique_filename)
    await giveBack()
  }
  try {
    await files.put(unique_filename, given.bytes, { content_type })
  } catch (error) {
    await discard()
    throw error
  }
  return { row: { filename, content_type, size: given.bytes.length, unique_filename, file_url }, discard }
}

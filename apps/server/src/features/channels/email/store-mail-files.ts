import type { Account, AccountTransaction } from '../../../platform/account.js'
import { HttpError } from '../../../platform/errors.js'
import { newFileKey } from '../../../platform/files/file-name.js'
import type { IncomingMail } from '../../../platform/mail/incoming/read-mail.js'
import type { Platform } from '../../../platform/platform.js'
import { prepareUpload, type PreparedUpload } from '../../inbox/files/store-upload.js'

const RAW_TYPE = 'message/rfc822'

export interface MailFiles {
  raw: PreparedUpload
  attachments: PreparedUpload[]
  /** Names of attachments above a limit. They are only in the raw mail. */
  left_out: string[]
  discard(): Promise<void>
}

/** Stores the bytes before the transaction, so that it stays short. */
export async function storeMailBytes(
  account: Account,
  platform: Platform,
  mail: IncomingMail,
  raw: Uint8Array,
): Promise<MailFiles> {
  const attachments: PreparedUpload[] = []
  const left_out: string[] = []
  const stored = await storeRaw(platform, raw)
  const discard = async () => {
    await stored.discard()
    for (const attachment of attachments) await attachment.discard()
  }
  try {
    for (const { filename, bytes } of mail.attachments.filter(({ bytes }) => bytes.length > 0)) {
      const uploader = { user_id: null, customer_id: null, ip: null }
      try {
        attachments.push(await prepareUpload(account, platform, uploader, { filename, bytes }))
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        left_out.push(filename)
      }
    }
  } catch (error) {
    await discard()
    throw error
  }
  return { raw: stored, attachments, left_out, discard }
}

/** The raw mail counts against no quota: it must not be lost. */
async function storeRaw({ files, config }: Platform, raw: Uint8Array): Promise<PreparedUpload> {
  const unique_filename = newFileKey('mail.eml')
  await files.put(unique_filename, raw, { content_type: RAW_TYPE })
  return {
    row: {
      filename: 'mail.eml',
      content_type: RAW_TYPE,
      size: raw.length,
      unique_filename,
      file_url: `${config.base_url}/files/${unique_filename}`,
    },
    discard: () => files.delete(unique_filename),
  }
}

/** No message has the raw mail, so it is marked as kept here. Erasing the customer erases it, too. */
export async function insertFiles(account: AccountTransaction, files: MailFiles, customer_id: string | null) {
  const insert = async ({ row }: PreparedUpload, kept: boolean) => {
    const values = { ...row, customer_id, ...(kept && { unattached_since: null }) }
    return (await account.insert('files', values).returning('id').executeTakeFirstOrThrow()).id
  }
  const raw_file_id = await insert(files.raw, true)
  const file_ids: string[] = []
  for (const attachment of files.attachments) file_ids.push(await insert(attachment, false))
  return { raw_file_id, file_ids }
}

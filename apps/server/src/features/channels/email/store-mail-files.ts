import { randomUUID } from 'node:crypto'
import type { Account } from '../../../platform/account.js'
import { HttpError } from '../../../platform/errors.js'
import { newFileKey } from '../../../platform/files/file-name.js'
import type { MailAttachment } from '../../../platform/mail/incoming/parse-mail.js'
import type { IncomingMail } from '../../../platform/mail/incoming/read-mail.js'
import type { Platform } from '../../../platform/platform.js'
import { prepareUpload, type PreparedUpload } from '../../inbox/files/store-upload.js'

const RAW_TYPE = 'message/rfc822'
/** The whole mail waits at its sender then. */
const OUT_OF_SPACE = 507

export interface MailFiles {
  raw: PreparedUpload
  attachments: PreparedUpload[]
  /** Of the same attachments, for `cid:` in the HTML. */
  content_ids: Array<string | null>
  /** Names of attachments above a limit. They are only in the raw mail. */
  left_out: string[]
  discard(): Promise<void>
}

/** Stores the bytes before the transaction, so that it stays short. */
export async function storeMailBytes(
  account: Account,
  platform: Platform,
  mail: Pick<IncomingMail, 'attachments'>,
  raw: Uint8Array,
): Promise<MailFiles> {
  const left_out: string[] = []
  const uploader = { user_id: null, customer_id: null, ip: null }
  const prepare = async ({ filename, bytes }: MailAttachment) => {
    try {
      return await prepareUpload(account, platform, uploader, { filename, bytes })
    } catch (error) {
      if (!(error instanceof HttpError) || error.status === OUT_OF_SPACE) throw error
      left_out.push(filename)
      return undefined
    }
  }
  const filled = mail.attachments.filter(({ bytes }) => bytes.length > 0)
  const storing = await Promise.allSettled([storeRaw(platform, raw), ...filled.map(prepare)])
  const stored = storing.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))
  const discard = async () => {
    for (const one of stored) await one.discard()
  }
  const failed = storing.find((one) => one.status === 'rejected')
  const [first, ...attachments] = stored
  const content_ids = filled.flatMap(({ content_id }, at) => {
    const one = storing[at + 1]
    return one?.status === 'fulfilled' && one.value ? [content_id] : []
  })
  if (failed || !first) {
    await discard()
    throw failed?.reason
  }
  return { raw: first, attachments, content_ids, left_out, discard }
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

/** The files as rows, with the ids that they get. */
export interface NamedFiles {
  raw_file_id: string
  attachment_ids: string[]
  rows: Array<PreparedUpload['row'] & { id: string }>
}

export function nameFiles(raw: PreparedUpload, attachments: PreparedUpload[]): NamedFiles {
  const raw_row = { id: randomUUID(), ...raw.row }
  const rows = attachments.map(({ row }) => ({ id: randomUUID(), ...row }))
  return { raw_file_id: raw_row.id, attachment_ids: rows.map(({ id }) => id), rows: [raw_row, ...rows] }
}

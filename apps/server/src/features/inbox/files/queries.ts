import type { File } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'

export interface FileRow {
  id: string
  file_url: string
  content_type: string
  filename: string
  size: number | null
}

export const FILE_COLUMNS = ['id', 'file_url', 'content_type', 'filename', 'size'] as const

export const toFile = ({ id, file_url, content_type, filename, size }: FileRow): File => ({
  id,
  object: 'file',
  file_url,
  content_type,
  filename,
  size,
})

/** Only files of this account. */
export async function findFiles(account: Account, ids: string[]): Promise<File[]> {
  if (ids.length === 0) return []
  const files = account.from('files').select(FILE_COLUMNS).where('id', 'in', ids)
  return (await files.execute()).map(toFile)
}

export async function ownsCustomer(account: Account, customer_id: string) {
  const customer = await account.from('customers').select('id').where('id', '=', customer_id).executeTakeFirst()
  return customer !== undefined
}

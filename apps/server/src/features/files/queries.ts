import type { File } from '@papercups/contract'
import type { Account } from '../../platform/account.js'

export interface FileRow {
  id: string
  file_url: string
  content_type: string
  filename: string
}

export const toFile = ({ id, file_url, content_type, filename }: FileRow): File => ({
  id,
  object: 'file',
  file_url,
  content_type,
  filename,
})

/** Those of them that are the account's own. */
export async function findFiles(account: Account, ids: string[]): Promise<File[]> {
  if (ids.length === 0) return []
  const files = account.from('files').select(['id', 'file_url', 'content_type', 'filename']).where('id', 'in', ids)
  return (await files.execute()).map(toFile)
}

export async function ownsCustomer(account: Account, customer_id: string) {
  const customer = await account.from('customers').select('id').where('id', '=', customer_id).executeTakeFirst()
  return customer !== undefined
}

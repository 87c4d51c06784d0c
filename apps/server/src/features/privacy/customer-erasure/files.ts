import type { Account } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { deleteFilesLater } from '../../inbox/files/delete-files.js'

export interface FileToForget {
  id: string
  unique_filename: string | null
}

export async function forgetFiles(account: Account, files: FileToForget[]) {
  if (files.length === 0) return
  const ids = files.map(({ id }) => id)
  await account.delete('files').where('id', 'in', ids).execute()
  await deleteFilesLater(account, files)
}

/** The customer's uploads, if one is given, and the files that only these conversations use. */
export const filesOf = defineStatement<FileToForget>(
  'customer-erasure.files-of',
  `with exchanged as (
    select mf.file_id from message_files mf
      join messages m on m.account_id = mf.account_id and m.id = mf.message_id
    where mf.account_id = $1 and m.conversation_id = any($3::uuid[])
    union
    select file_id::uuid from scheduled_messages s, jsonb_array_elements_text(s.file_ids) as file_id
    where s.account_id = $1 and s.conversation_id = any($3::uuid[])
  )
  select f.id, f.unique_filename from files f where f.account_id = $1 and (
    f.customer_id = $2::uuid or f.id in (select file_id from exchanged) and not exists (
      select from message_files mf join messages m on m.account_id = mf.account_id and m.id = mf.message_id
      where mf.account_id = $1 and mf.file_id = f.id and m.conversation_id <> all($3::uuid[])))`,
)

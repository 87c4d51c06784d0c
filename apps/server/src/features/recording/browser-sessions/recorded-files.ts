import { defineStatement } from '../../../platform/statement.js'

interface RecordedFile {
  unique_filename: string | null
}

/** The files of recordings. Read them before their rows are deleted. */
export const recordedFilesOf = defineStatement<RecordedFile>(
  'recordings.files-of-sessions',
  `select file_key as unique_filename from recording_chunks
   where account_id = $1 and browser_session_id = any($2::uuid[]) and file_key is not null`,
)

export const recordedFilesOfCustomer = defineStatement<RecordedFile>(
  'recordings.files-of-customer',
  `select c.file_key as unique_filename from recording_chunks c
     join browser_sessions s on s.account_id = c.account_id and s.id = c.browser_session_id
   where c.account_id = $1 and s.customer_id = $2 and c.file_key is not null`,
)

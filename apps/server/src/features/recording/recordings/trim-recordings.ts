import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { defineJob } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { defineStatement } from '../../../platform/statement.js'
import { deleteFilesLater } from '../../inbox/files/delete-files.js'
import { readSettings } from '../recording-settings/settings.js'
import { findAccountsWithRecordings } from './unscoped.js'

const AT_ONCE = 200
const MB = 1024 * 1024

/** Removes what is too old or too much, the oldest first, in small steps. */
export const trimRecordings = defineJob({
  name: 'recordings.trim',
  /** Since the last check. */
  input: Type.Object({ stored_bytes: Type.Integer() }),
  run: trim,
})

/** Runs every hour. */
export async function removeOld(platform: Platform) {
  for (const account_id of await findAccountsWithRecordings(platform)) await trim(platform.account(account_id))
}

async function trim(account: Account) {
  const { keep_days, max_megabytes } = await readSettings(account)
  for (let removed = AT_ONCE; removed === AT_ONCE;) {
    removed = await account.transaction(async (account) => {
      const chunks = await account.run(removeSome, keep_days, max_megabytes * MB)
      await deleteFilesLater(
        account,
        chunks.map(({ file_key }) => ({ unique_filename: file_key })),
      )
      const sessions = [...new Set(chunks.map(({ browser_session_id }) => browser_session_id))]
      await markTruncated(account, sessions)
      return chunks.length
    })
  }
}

export async function markTruncated(account: Account, session_ids: string[]) {
  if (session_ids.length === 0) return
  const sessions = account.update('browser_sessions').set({ recording_truncated: true })
  await sessions.where('id', 'in', session_ids).where('recording_truncated', '=', false).execute()
}

/** Skips chunks that are being packed. */
const removeSome = defineStatement<{ browser_session_id: string; file_key: string | null }>(
  'recordings.remove-some',
  `with sized as (
    select id, created_at, sum(bytes) over (order by created_at desc, id desc) as newer_bytes
    from recording_chunks where account_id = $1
  )
  delete from recording_chunks where account_id = $1 and id in (
    select c.id from recording_chunks c join sized on sized.id = c.id
    where c.account_id = $1
      and (c.created_at < now() - make_interval(days => $2::int) or sized.newer_bytes > $3::bigint)
    order by c.created_at limit ${AT_ONCE} for update of c skip locked)
  returning browser_session_id, file_key`,
)

import type { Account } from '../../../platform/account.js'
import { newFileKey } from '../../../platform/files/file-name.js'
import type { Platform } from '../../../platform/platform.js'
import { defineStatement } from '../../../platform/statement.js'
import { writeChunkFile } from './chunk-file.js'
import { findDueChunks } from './unscoped.js'

const AT_ONCE = 100
/** The next run continues. */
const LONGEST_RUN_MS = 50_000

/** Runs every minute: moves the bytes of chunks that are large enough, or that nothing was added to, into files. */
export async function packDueChunks(platform: Platform) {
  const end = Date.now() + LONGEST_RUN_MS
  /** Tried again by the next run. One that cannot be packed must not keep the others waiting. */
  const failed: string[] = []
  for (let found = AT_ONCE; found === AT_ONCE && Date.now() < end;) {
    const due = await findDueChunks(platform, AT_ONCE, failed)
    for (const { account_id, id } of due) {
      await packChunk(platform, platform.account(account_id), id).catch((error: unknown) => {
        platform.log.error({ err: error, account_id, chunk_id: id }, 'a recording could not be moved to its file')
        failed.push(id)
      })
    }
    found = due.length
  }
}

async function packChunk(platform: Platform, account: Account, id: string) {
  const [chunk] = await account.run(close, id, newFileKey('recording.bin'))
  if (!chunk) return
  const batches = account.from('recording_batches').select('content').where('chunk_id', '=', id)
  const rows = await batches.orderBy('first_at').orderBy('page').orderBy('seq').execute()
  const contents = rows.flatMap(({ content }) => content ?? [])
  // Another process has packed it meanwhile. Two that pack at the same time write the same bytes.
  if (contents.length < rows.length) return
  await platform.files.put(chunk.file_key, writeChunkFile(contents), { content_type: 'application/octet-stream' })
  const isKept = await account.transaction(async (account) => {
    const [stored] = await account.run(markStored, id)
    if (stored) await account.update('recording_batches').set({ content: null }).where('chunk_id', '=', id).execute()
    return stored !== undefined
  })
  // It was erased meanwhile.
  if (!isKept) await platform.files.delete(chunk.file_key)
}

/** Afterwards no batch is added to it. */
const close = defineStatement<{ file_key: string }>(
  'recordings.close-chunk',
  `update recording_chunks set closed_at = coalesce(closed_at, now()), file_key = coalesce(file_key, $3)
   where account_id = $1 and id = $2 and stored_at is null returning file_key`,
)

const markStored = defineStatement<{ id: string }>(
  'recordings.mark-stored',
  `update recording_chunks set stored_at = coalesce(stored_at, now()) where account_id = $1 and id = $2 returning id`,
)

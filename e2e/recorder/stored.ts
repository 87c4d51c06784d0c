import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { runSql } from '../database.js'
import type { Papercups } from '../server.js'
import { expect } from './story.js'

interface Batch {
  content: Buffer
}

/**
 * Everything that the server has stored of an account, decompressed: first what is in the tables, then the files that the
 * recordings are moved to.
 */
export async function readStored(papercups: Papercups, account_id: string) {
  const batches = await runSql(papercups, 'select content from recording_batches where account_id = $1', [account_id])
  const inTables = (batches as Batch[]).map(({ content }) => gunzipSync(content).toString())
  const tables = await runSql(
    papercups,
    `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'account_id'`,
  )
  for (const { table_name } of tables as Array<{ table_name: string }>) {
    const rows = `select (to_jsonb(t) - 'content')::text as row from ${table_name} t where account_id = $1`
    for (const { row } of await runSql(papercups, rows, [account_id])) inTables.push(row as string)
  }
  return { inTables: inTables.join('\n'), inFiles: await readFiles(papercups, account_id) }
}

async function readFiles(papercups: Papercups, account_id: string) {
  const chunks = 'recording_chunks where account_id = $1'
  await runSql(papercups, 'update recording_chunks set closed_at = coalesce(closed_at, now()) where account_id = $1', [
    account_id,
  ])
  // It also runs by the minute.
  await runSql(papercups, `select graphile_worker.add_job('recordings.pack')`)
  const unpacked = () => runSql(papercups, `select id from ${chunks} and stored_at is null`, [account_id])
  await expect.poll(unpacked).toEqual([])
  const keys = (await runSql(papercups, `select file_key from ${chunks}`, [account_id])).map(
    ({ file_key }: { file_key: string }) => file_key,
  )
  const entries = await readdir(join(papercups.data_dir, 'files'), { recursive: true, withFileTypes: true })
  const files = entries.filter(({ name }) => keys.includes(name))
  expect(files).toHaveLength(keys.length)
  const texts = await Promise.all(
    files.map(async ({ parentPath, name }) => inflate(await readFile(join(parentPath, name)))),
  )
  return texts.join('\n')
}

/** Each batch is gzip with its length in front. */
function inflate(file: Buffer) {
  let text = ''
  for (let at = 0; at < file.length; at += 4 + file.readUInt32BE(at))
    text += gunzipSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at))).toString()
  return text
}

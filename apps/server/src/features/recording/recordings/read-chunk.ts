import { Readable } from 'node:stream'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { inflateEvents } from './read-events.js'
import { readChunkFile, readWhole } from './chunk-file.js'
import { listChunks, marksOf } from './queries.js'

/** The events of a chunk as a JSON array. */
export async function readChunk(platform: Platform, account: Account, session_id: string, id: string) {
  const found = account.from('recording_chunks').select('id').where('id', '=', id)
  const chunk = await found.where('browser_session_id', '=', session_id).executeTakeFirst()
  if (!chunk) throw notFound('Chunk')
  return Readable.from(inList(eventsOf(platform, account, [id])))
}

/** Everything that is recorded of a customer, as parts of a JSON array. */
export async function* exportRecordings(platform: Platform, account: Account, customer_id: string) {
  yield* inList(sessionsOf(platform, account, customer_id))
}

async function* sessionsOf(platform: Platform, account: Account, customer_id: string) {
  const sessions = account.from('browser_sessions').select('id').where('customer_id', '=', customer_id)
  for (const { id } of await sessions.orderBy('created_at').execute()) {
    const chunks = await listChunks(account, id)
    if (chunks.length === 0) continue
    const head = JSON.stringify({ browser_session_id: id, marks: chunks.flatMap(marksOf) })
    yield `${head.slice(0, -1)},"events":`
    const ids = chunks.map((chunk) => chunk.id)
    for await (const part of inList(eventsOf(platform, account, ids))) yield [part]
    yield ['}']
  }
}

/** A text begins an entry; a list of texts continues it. */
async function* inList(entries: AsyncIterable<string | string[]>) {
  let separator = ''
  yield '['
  for await (const entry of entries) {
    if (typeof entry !== 'string') yield entry.join('')
    else {
      yield separator + entry
      separator = ','
    }
  }
  yield ']'
}

/** The events of one batch after the other, as JSON. A batch that cannot be read is left out. */
async function* eventsOf(platform: Platform, account: Account, chunk_ids: string[]) {
  for (const id of chunk_ids) {
    for (const batch of await batchesOf(platform, account, id)) {
      const events = await inflateEvents(batch).catch(() => [])
      if (events.length > 0) yield JSON.stringify(events).slice(1, -1)
    }
  }
}

async function batchesOf({ files }: Platform, account: Account, id: string): Promise<Buffer[]> {
  const batches = account.from('recording_batches').select('content').where('chunk_id', '=', id)
  const rows = await batches.orderBy('first_at').orderBy('page').orderBy('seq').execute()
  const contents = rows.flatMap(({ content }) => content ?? [])
  if (contents.length === rows.length) return contents
  const chunk = await account.from('recording_chunks').select('file_key').where('id', '=', id).executeTakeFirst()
  const file = chunk?.file_key ? await files.get(chunk.file_key) : undefined
  return file ? readChunkFile(await readWhole(file.stream)) : []
}

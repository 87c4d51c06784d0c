import type { Kysely } from 'kysely'
import { gzipSync } from 'node:zlib'
import type { DB } from '../../src/platform/database/tables.js'

interface Session {
  account_id: string
  customer_id: string
  metadata: Record<string, unknown>
}

/** A session with one recorded batch. */
export async function addRecording(db: Kysely<DB>, session: Session, mark: () => string) {
  const { account_id } = session
  const { id: browser_session_id } = await db
    .insertInto('browser_sessions')
    .values({ ...session, metadata: JSON.stringify(session.metadata), pointing_agreed: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const first_at = new Date()
  const recorded = { account_id, browser_session_id, first_at }
  const marks = JSON.stringify([[{ at: first_at.getTime(), kind: 'click', text: mark() }]])
  const { id: chunk_id } = await db
    .insertInto('recording_chunks')
    .values({ ...recorded, last_at: first_at, has_snapshot: true, bytes: 100, marks })
    .returning('id')
    .executeTakeFirstOrThrow()
  const content = gzipSync(JSON.stringify([{ type: 4, timestamp: first_at.getTime(), data: mark() }]))
  await db
    .insertInto('recording_batches')
    .values({ ...recorded, chunk_id, page: mark(), seq: 0, content })
    .execute()
}

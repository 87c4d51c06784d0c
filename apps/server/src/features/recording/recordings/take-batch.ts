import type { EventBatch } from '@papercups/contract'
import { HttpError } from '../../../platform/errors.js'
import { relayBatch, type Source } from './relay.js'
import { readBatch } from './read-batch.js'
import { storeBatch } from './store-batches.js'
import { markTruncated } from './trim-recordings.js'

/** Stores a batch and sends it to those who watch. A repeated one is only acknowledged. */
export async function takeBatch(source: Source, batch: EventBatch) {
  const { platform, account, session_id } = source
  const state = await storeBatch(platform, account.id, session_id, await readBatch(batch))
  if (state !== 'known') await relayBatch(source, batch)
  if (state !== 'full') return
  await markTruncated(account, [session_id])
  throw new HttpError(507, 'full')
}

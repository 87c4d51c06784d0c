import type { EventBatch } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { invalid } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { isReplayEvent, readEvents } from './read-events.js'

export interface Source {
  platform: Platform
  account: Account
  session_id: string
  customer_id: string | null
}

/** One event of a recorder of the original. */
export function relayEvent(source: Source, event: unknown) {
  if (!isReplayEvent(event)) throw invalid({ event: ['is invalid'] }, 'invalid')
  if (!isWatched(source)) return
  const { account, session_id, customer_id } = source
  const watched = `events:admin:${account.id}:${session_id}` as const
  account.broadcast(watched, 'replay:event:emitted', { event, customer_id })
  account.broadcast(`${watched}:batches`, 'replay:events', { events: [event], customer_id })
}

/** Dashboards read a batch as it was sent. It is unpacked only for those of the original. */
export async function relayBatch(source: Source, { events }: Pick<EventBatch, 'events'>) {
  if (!isWatched(source)) return
  const { platform, account, session_id, customer_id } = source
  const watched = `events:admin:${account.id}:${session_id}` as const
  account.broadcast(`${watched}:batches`, 'replay:events', { events, customer_id })
  if (!platform.realtime.hasListeners(watched)) return
  for (const event of await readEvents(events))
    account.broadcast(watched, 'replay:event:emitted', { event, customer_id })
}

export function broadcastToWatchers(account: Account, session_id: string, answer: { agreed: boolean }) {
  const watched = `events:admin:${account.id}:${session_id}` as const
  account.broadcast(watched, 'pointer:answer', answer)
  account.broadcast(`${watched}:batches`, 'pointer:answer', answer)
}

const isWatched = ({ platform, account, session_id }: Source) =>
  platform.realtime.isAnybodyPresent(`events:${account.id}:${session_id}`)

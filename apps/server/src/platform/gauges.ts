import type { Database } from './database/database.js'
import { countFailedReactions } from './jobs/failed-reactions.js'
import { findReadingDelay } from './jobs/reading-delay.js'
import type { Metrics } from './metrics.js'
import type { RealtimeServer } from './realtime/realtime.js'

interface GaugeOptions {
  database: Database
  realtime: RealtimeServer
  /** Whether other processes are reached over Redis. */
  has_redis: boolean
}

/** Numbers about the running process and its database, read on each scrape. */
export function addGauges(metrics: Metrics, { database, realtime, has_redis }: GaugeOptions) {
  metrics.watchPool(database.pool)
  metrics.watch('papercups_sockets', 'Open sockets.', () => realtime.counts.sockets)
  metrics.watch('papercups_topics', 'Topics with a member here.', () => realtime.counts.topics)
  if (has_redis) {
    const isConnected = () => Number(realtime.isConnected())
    metrics.watch('papercups_redis_connected', '1 while Redis connects this process with the others.', isConnected)
  }
  metrics.watch(
    'papercups_failed_reactions',
    'Reactions to events that wait to be tried again, or were given up.',
    () => countFailedReactions(database.db),
  )
  metrics.watch(
    'papercups_oldest_unread_event_seconds',
    'How long the oldest event has waited for its reactions.',
    async () => (await findReadingDelay(database.db)).seconds,
  )
}

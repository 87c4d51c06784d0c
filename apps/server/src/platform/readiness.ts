import { isDiskLow } from './files/disk-space.js'
import type { AttachedDatabase } from './database/of.js'
import { isMigrated } from './database/migrate.js'
import { describeReadingDelay } from './jobs/reading-delay.js'
import type { Platform } from './platform.js'

/** Anybody may ask, and each answer asks the database. */
const REUSE_MS = 1_000

/** Uploads go to the store of FILES_URL, which has room. */
const DATABASE_NEEDS_DISK = 'Disk space is low: the database stops when the disk is full.'

const REDIS_AWAY =
  'Redis is not reachable, or it refuses commands: messages do not reach people who are connected to other processes.'

export interface Readiness {
  /** The database is reachable and migrated, and the process is not stopping. */
  ready: boolean
  /** Problems that an operator should look at although the server works. */
  warnings: string[]
}

interface ReadinessOptions {
  config: Platform['config']
  database: Pick<AttachedDatabase, 'pool' | 'db'>
  /** The names of all migrations of this version. */
  migrations: string[]
  isStopping(): boolean
  /** Whether Redis connects this process with the others. */
  isConnected(): boolean
}

export function createReadiness(options: ReadinessOptions): () => Promise<Readiness> {
  const { config, database, migrations, isStopping, isConnected } = options
  const uses_disk = !config.files_url || !config.database_url
  const isReady = () => isMigrated(database.pool, migrations).catch(() => false)

  async function findWarnings() {
    const warnings = []
    if (uses_disk && (await isDiskLow(config.data_dir, config.min_free_disk_mb)))
      warnings.push(config.files_url ? DATABASE_NEEDS_DISK : 'Disk space is low: uploads are refused.')
    const delay = await describeReadingDelay(database.db).catch(() => undefined)
    if (delay) warnings.push(delay)
    if (!isConnected()) warnings.push(REDIS_AWAY)
    return warnings
  }

  const look = reuseFor(REUSE_MS, async () => {
    const [ready, warnings] = await Promise.all([isReady(), findWarnings()])
    return { ready, warnings }
  })
  return async () => {
    const { ready, warnings } = await look()
    return { ready: ready && !isStopping(), warnings }
  }
}

/** Calls during the work and shortly after it get the same result. */
export function reuseFor<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  const forget = () => void setTimeout(() => (result = undefined), ms).unref()
  return () => {
    if (!result) {
      result = work()
      result.then(forget, forget)
    }
    return result
  }
}

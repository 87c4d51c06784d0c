import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { prepareBinaries } from './binaries.js'
import { checkMajorVersion, clusterIn, createCluster, ensureDataFolder, readPassword, restoreOwner } from './cluster.js'
import type { Cluster } from './cluster.js'
import { APPLICATION, joinDatabase } from './join-database.js'
import { trimLog } from './log-file.js'
import { findPostmaster, PORT, socketIn, stopPostmaster } from './postmaster.js'
import { chooseRunAs } from './run-as.js'

export interface EmbeddedPostgresOptions {
  data_dir: string
  /** False is faster but not safe against a power cut: for temporary databases. */
  durable?: boolean
  log?: (sentence: string) => void
}

export interface EmbeddedPostgres {
  connection: { host: string; port: number; user: string; password: string; database: string }
  url: string
  /** The current postmaster. It changes when PostgreSQL is restarted. */
  readonly pid: number | undefined
  /** Disconnects, and stops the database when no other process uses it. */
  stop(): Promise<void>
}

const MAJOR_VERSION = '18'
const LONGEST_SOCKET_NAME = 100

/**
 * Starts PostgreSQL in the data folder, or joins the one that already runs there: started by another process, or left
 * behind by a killed one. It is restarted whenever it dies.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable = true, log = () => {} } = options
  const data_dir = resolve(options.data_dir)
  const cluster = clusterIn(data_dir)
  ensureDataFolder(data_dir)

  const run_as = chooseRunAs(cluster.directory)
  const binaries = prepareBinaries(run_as)
  if (!existsSync(cluster.directory)) await createCluster(data_dir, binaries, run_as, durable)
  restoreOwner(cluster, run_as)
  checkMajorVersion(cluster, MAJOR_VERSION)

  const password = readPassword(cluster)
  const socket_folder = shortSocketFolder(cluster)
  const connection = { host: socket_folder.path, port: PORT, user: APPLICATION, password, database: APPLICATION }
  const launch = { cluster, binaries, run_as, durable }
  const stopping = new AbortController()

  let session: pg.Client | undefined
  let recovery: Promise<void> | undefined

  async function join() {
    const joined = await joinDatabase(launch, connection, stopping.signal)
    session = joined
    joined.once('end', () => {
      session = undefined
      if (!stopping.signal.aborted) recovery = recover()
    })
  }

  async function recover() {
    log('The embedded database stopped unexpectedly; starting it again.')
    for (let pause = 100; !stopping.signal.aborted; pause = Math.min(pause * 2, 10_000)) {
      try {
        return await join()
      } catch (error) {
        if (stopping.signal.aborted) return
        log(`The embedded database is still away: ${(error as Error).message}`)
        await delay(pause, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  const trimming = setInterval(() => trimLog(cluster), 60_000).unref()
  trimLog(cluster)
  await join().catch((error: unknown) => {
    clearInterval(trimming)
    socket_folder.remove()
    throw error
  })

  async function stop() {
    stopping.abort()
    clearInterval(trimming)
    await recovery
    if (session) await leave(session, cluster)
    socket_folder.remove()
  }

  let stopped: Promise<void> | undefined
  return {
    connection,
    url: `postgres://${APPLICATION}:${password}@${encodeURIComponent(socket_folder.path)}:${PORT}/${APPLICATION}`,
    get pid() {
      return findPostmaster(cluster)
    },
    stop: () => (stopped ??= stop()),
  }
}

async function leave(session: pg.Client, cluster: Cluster) {
  const { rows } = await session
    .query<{ last: boolean }>('select pg_advisory_unlock_all(), pg_try_advisory_lock(1) as last')
    .catch(() => ({ rows: [] }))
  const pid = rows[0]?.last ? findPostmaster(cluster) : undefined
  // Stop it while we hold the lock, so that no process joins a stopping database.
  const stopped = pid && stopPostmaster(pid)
  await session.end().catch(() => {})
  await stopped
}

/** The path of a socket has a length limit: a deep data folder needs a short link. */
function shortSocketFolder(cluster: Cluster): { path: string; remove: () => void } {
  const socket = socketIn(cluster)
  if (Buffer.byteLength(socket) <= LONGEST_SOCKET_NAME) return { path: dirname(socket), remove: () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'papercups-'))
  const path = join(folder, 'pg')
  symlinkSync(dirname(socket), path)
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '../startup-error.js'
import { clearStaleLocks, findPostmaster, lastComplaint, spawnPostmaster, stopPostmaster } from './postmaster.js'
import type { Launch } from './postmaster.js'

/** The role and database of the product. The role is no superuser. */
export const APPLICATION = 'papercups'

interface Access {
  host: string
  port: number
  password: string
}

const SUPERUSER = {
  user: 'postgres',
  database: 'postgres',
  application_name: 'papercups in use',
  connectionTimeoutMillis: 10_000,
}
const PATIENCE = 60_000
const PATIENCE_WITH_THE_SILENT = 20_000

/**
 * A session that marks the database as in use by a shared advisory lock, which PostgreSQL releases when a process is killed.
 * The last process finds the lock free and stops the database.
 */
export async function joinDatabase(launch: Launch, access: Access, signal: AbortSignal): Promise<pg.Client> {
  for (;;) {
    const session = await connectOrLaunch(launch, access, signal)
    try {
      await session.query('select pg_advisory_lock_shared(1)')
      await ensureApplicationDatabase(session, access.password)
      return session
    } catch (error) {
      await session.end().catch(() => {})
      // The last process was just stopping the database.
      if (!isAway(error)) throw error
    }
  }
}

async function connectOrLaunch(launch: Launch, access: Access, signal: AbortSignal): Promise<pg.Client> {
  const launched = new Launched(launch)
  for (let deadline = Date.now() + PATIENCE; Date.now() < deadline; await delay(20, undefined, { signal })) {
    const session = new pg.Client({ ...access, ...SUPERUSER })
    session.on('error', () => {}) // its end is the news, and `end` tells it
    try {
      await session.connect()
      return session
    } catch (error) {
      await session.end().catch(() => {})
      // Recovery after a crash takes as long as it takes.
      if (isAnswering(error)) deadline = Date.now() + PATIENCE
      else if (isAway(error)) await launched.unlessRunning()
      else throw new StartupError(`The embedded database refused us: ${(error as Error).message}.`)
    }
  }
  throw new StartupError('The embedded database did not answer in time.')
}

class Launched {
  #child: ChildProcess | undefined
  #failed: Error | undefined
  #silent_since: number | undefined

  constructor(readonly launch: Launch) {}

  async unlessRunning() {
    const pid = findPostmaster(this.launch.cluster)
    if (pid !== undefined) return this.#endIfSilent(pid)
    this.#silent_since = undefined

    if (this.#failed) throw new StartupError(`The embedded database could not be run: ${this.#failed.message}.`)
    if (this.#child && this.#child.exitCode === null && this.#child.signalCode === null) return
    if (this.#child) this.#explainExit()
    clearStaleLocks(this.launch.cluster)
    this.#child = spawnPostmaster(this.launch).once('error', (error) => (this.#failed = error))
  }

  /** Alive but without its socket, so it cannot be reached any more. */
  async #endIfSilent(pid: number) {
    this.#silent_since ??= Date.now()
    if (Date.now() - this.#silent_since < PATIENCE_WITH_THE_SILENT) return
    await stopPostmaster(pid)
    this.#silent_since = undefined
  }

  /** Another process was faster, or sessions of a killed postmaster still run: both pass. */
  #explainExit() {
    const complaint = lastComplaint(this.launch.cluster, this.#child?.pid ?? 0) ?? 'no reason given'
    if (/lock file|shared memory block/.test(complaint)) return
    throw new StartupError(`The embedded database did not start: ${complaint}.`)
  }
}

async function ensureApplicationDatabase(session: pg.Client, password: string) {
  await session.query('select pg_advisory_lock(2)')
  const role = await session.query('select from pg_roles where rolname = $1', [APPLICATION])
  if (role.rowCount === 0) {
    await session.query(`create role ${APPLICATION} login createdb password ${session.escapeLiteral(password)}`)
  }
  const database = await session.query('select from pg_database where datname = $1', [APPLICATION])
  if (database.rowCount === 0) await session.query(`create database ${APPLICATION} owner ${APPLICATION}`)
  await session.query('select pg_advisory_unlock(2)')
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''

/** Starting up, shutting down or recovering. */
const isAnswering = (error: unknown) => codeOf(error) === '57P03'

const isAway = (error: unknown) =>
  ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', '57P01', '57P02', ''].includes(codeOf(error))

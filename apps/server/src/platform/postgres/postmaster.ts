import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { clientEnvironment, type Binaries } from './binaries.js'
import { dataDirectoryArgument, type Cluster } from './cluster.js'
import { isAlive } from './is-alive.js'
import type { RunAs } from './run-as.js'

export const PORT = 5432

export interface Launch {
  cluster: Cluster
  binaries: Binaries
  run_as: RunAs
  durable: boolean
}

export function spawnPostmaster({ cluster, binaries, run_as, durable }: Launch): ChildProcess {
  const log = openSync(cluster.log_file, 'a', 0o600)
  const args = ['-D', dataDirectoryArgument(cluster), ...settings(durable).flatMap((setting) => ['-c', setting])]
  // Detached, so that Ctrl-C reaches only us. We stop the database at the end.
  const child = spawn(binaries.postgres, args, {
    ...run_as,
    cwd: cluster.directory,
    env: clientEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  return child
}

/** An eighth of what there is, between 128 and 512: pages that it keeps itself need not be asked of the system. */
function sharedMemory() {
  const available = Math.min(process.constrainedMemory() || Infinity, totalmem())
  return Math.round(Math.min(512, Math.max(128, available / 8 / 1024 ** 2)))
}

function settings(durable: boolean): string[] {
  return [
    'listen_addresses=',
    `port=${PORT}`,
    `shared_buffers=${sharedMemory()}MB`,
    'unix_socket_directories=.', // relative to the data directory, so never too long for a socket's name
    'unix_socket_permissions=0700',
    'logging_collector=off',
    'log_destination=stderr',
    'log_timezone=UTC',
    'timezone=UTC',
    // Statements and details contain customers' messages.
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    // Statements are planned without statistics, and may read a whole young table, until autovacuum looks at it. Every minute
    // is too rarely for a first import, and often enough for the many temporary databases of tests.
    ...(durable
      ? ['fsync=on', 'synchronous_commit=on', 'autovacuum_naptime=10s']
      : ['fsync=off', 'full_page_writes=off']),
  ]
}

/** The process id in postmaster.pid, if that process lives and is PostgreSQL in this directory. */
export function findPostmaster(cluster: Cluster): number | undefined {
  const pid = readLockedBy(cluster)
  if (pid === undefined || !isAlive(pid) || !isPostgresIn(pid, cluster)) return undefined
  return pid
}

/**
 * PostgreSQL removes the lock of a dead postmaster, unless its process id now belongs to another program, as in a restarted
 * container. Then we move the lock aside, and put it back if it is not the one that we checked.
 */
export function clearStaleLocks(cluster: Cluster) {
  const judged = readLockedBy(cluster)
  if (judged === undefined || !isAlive(judged) || isPostgresIn(judged, cluster)) return
  const lock = join(cluster.directory, 'postmaster.pid')
  const aside = `${lock}.stale-${process.pid}`
  renameSync(lock, aside)
  if (Number.parseInt(readFileSync(aside, 'utf8'), 10) !== judged) return renameSync(aside, lock)
  for (const stale of [aside, socketIn(cluster), `${socketIn(cluster)}.lock`]) rmSync(stale, { force: true })
}

export function socketIn(cluster: Cluster): string {
  return join(cluster.directory, `.s.PGSQL.${PORT}`)
}

/** Waits for sessions a moment (smart), then ends them (fast), then stops without a checkpoint (immediate). */
export async function stopPostmaster(pid: number) {
  const patience = [
    ['SIGTERM', 500],
    ['SIGINT', 3_000],
    ['SIGQUIT', 10_000],
  ] as const
  for (const [signal, milliseconds] of patience) {
    if (!send(pid, signal)) return
    if (await isGone(pid, milliseconds)) return
  }
}

/** The last log lines of the postmaster with this process id. */
export function lastComplaint(cluster: Cluster, pid: number): string | undefined {
  const lines = readFileSync(cluster.log_file, 'utf8')
    .split('\n')
    .filter((line) => line.includes(`[${pid}]`))
  return lines.findLast((line) => /\b(FATAL|PANIC):/.test(line))?.replace(/^.*?(FATAL|PANIC):\s*/, '')
}

function readLockedBy(cluster: Cluster): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster.directory, 'postmaster.pid'), 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function isPostgresIn(pid: number, cluster: Cluster): boolean {
  if (existsSync('/proc/self/cwd')) {
    try {
      return realpathSync(`/proc/${pid}/cwd`) === realpathSync(cluster.directory)
    } catch {
      return false
    }
  }
  const command = spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout
  return command.includes('postgres') && command.includes(cluster.directory)
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

async function isGone(pid: number, milliseconds: number): Promise<boolean> {
  for (const deadline = Date.now() + milliseconds; Date.now() < deadline; await delay(20)) {
    if (!isAlive(pid)) return true
  }
  return false
}

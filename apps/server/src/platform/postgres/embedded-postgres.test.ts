import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { clusterIn } from './cluster.js'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.js'
import { trimLog } from './log-file.js'
import { isAlive } from './is-alive.js'

const folders: string[] = []
const running: EmbeddedPostgres[] = []

function dataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'papercups-test-'))
  folders.push(folder)
  return folder
}

async function start(data_dir: string, log?: (sentence: string) => void) {
  const database = await startEmbeddedPostgres({ data_dir, durable: false, log })
  running.push(database)
  return database
}

async function query({ connection }: EmbeddedPostgres, text: string) {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(text)
  await client.end()
  return rows
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((database) => database.stop()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

test('keeps the data over a restart', async () => {
  const data_dir = dataFolder()
  const first = await start(data_dir)
  await query(first, `create table messages as select 'Hello' as body`)
  const { pid = 0 } = first
  await first.stop()
  expect(isAlive(pid)).toBe(false)
  expect(existsSync(join(clusterIn(data_dir).directory, 'postmaster.pid'))).toBe(false)

  const second = await start(data_dir)

  expect(await query(second, 'select body from messages')).toEqual([{ body: 'Hello' }])
})

test('the url opens the same database as the connection, as a role that is not a superuser', async () => {
  const database = await start(dataFolder())
  const client = new pg.Client(database.url)
  await client.connect()

  const { rows } = await client.query('select current_database(), rolsuper from pg_roles where rolname = current_user')

  await client.end()
  expect(rows).toEqual([{ current_database: 'papercups', rolsuper: false }])
})

test('listens only on a private socket, asks for the password and does not expose it', async () => {
  const data_dir = dataFolder()
  const database = await start(data_dir)
  const { password_file } = clusterIn(data_dir)

  const stranger = new pg.Client({ ...database.connection, password: 'guess' })

  await expect(stranger.connect()).rejects.toThrow(/password authentication failed/)
  expect(await query(database, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  expect(statSync(password_file).mode & 0o777).toBe(0o600)
  expect(readFileSync(clusterIn(data_dir).log_file, 'utf8')).not.toContain(database.connection.password)
})

test('a durable database syncs; text compares by code point on every system', async () => {
  const database = await startEmbeddedPostgres({ data_dir: dataFolder() })
  running.push(database)

  expect(
    await query(database, `select current_setting('fsync') as fsync, lower('ÄÖ') as folded, 'Z' < 'a' as plain`),
  ).toEqual([{ fsync: 'on', folded: 'äö', plain: true }])
  expect(await query(database, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
})

test('restarts a killed postmaster, and the pool reconnects', async () => {
  const logged: string[] = []
  const database = await start(dataFolder(), (sentence) => logged.push(sentence))
  const pool = new pg.Pool(database.connection)
  pool.on('error', () => {})
  await pool.query(`create table messages as select 'Hello' as body`)
  const killed = database.pid ?? 0

  process.kill(killed, 'SIGKILL')
  await vi.waitUntil(() => database.pid !== undefined && database.pid !== killed, { timeout: 20_000 })

  await vi.waitFor(async () => expect((await pool.query('select body from messages')).rowCount).toBe(1), 20_000)
  await pool.end()
  expect(logged).toEqual(['The embedded database stopped unexpectedly; starting it again.'])
})

test('stopping during a restart leaves nothing running', async () => {
  const database = await start(dataFolder())
  process.kill(database.pid ?? 0, 'SIGKILL')

  await database.stop()

  await vi.waitUntil(() => database.pid === undefined, { timeout: 20_000 })
})

test('two processes on one data folder share the database, and the last one stops it', async () => {
  const data_dir = dataFolder()
  const [one, two] = await Promise.all([start(data_dir), start(data_dir)])
  await query(one, `create table messages as select 'Hello' as body`)
  const { pid = 0 } = two
  expect(one.pid).toBe(pid)

  await one.stop()

  expect(await query(two, 'select body from messages')).toEqual([{ body: 'Hello' }])
  await two.stop()
  expect(isAlive(pid)).toBe(false)
})

test('a process that joins while the last one stops gets a working database', async () => {
  const data_dir = dataFolder()
  const one = await start(data_dir)

  const [two] = await Promise.all([start(data_dir), one.stop()])

  await vi.waitFor(async () => expect(await query(two, 'select 1 as one')).toEqual([{ one: 1 }]), 20_000)
})

test('starts although the process id in an old lock now belongs to another program', async () => {
  const data_dir = dataFolder()
  const first = await start(data_dir)
  const { directory } = clusterIn(data_dir)
  const lock = readFileSync(join(directory, 'postmaster.pid'), 'utf8')
  await first.stop()
  // As after a restart of a container: another program of the same owner has the process id.
  const { uid, gid } = statSync(directory)
  const other = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid, gid, cwd: '/' } : {})
  onTestFinished(() => void other.kill())
  const recycled = lock.replace(/^\d+/, String(other.pid))
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    writeFileSync(join(directory, name), recycled)
    chownSync(join(directory, name), uid, gid)
  }

  const second = await start(data_dir)

  expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('works in a data folder whose path is too long for a socket', async () => {
  const data_dir = join(dataFolder(), 'deep'.repeat(20), 'deeper'.repeat(10))
  mkdirSync(data_dir, { recursive: true })

  const database = await start(data_dir)

  expect(Buffer.byteLength(database.connection.host)).toBeLessThan(100)
  expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('refuses a database of another major version and leaves it unchanged', async () => {
  const data_dir = dataFolder()
  const database = await start(data_dir)
  await database.stop()
  writeFileSync(join(clusterIn(data_dir).directory, 'PG_VERSION'), '17\n')

  await expect(start(data_dir)).rejects.toThrow(/holds a PostgreSQL 17 database/)
})

test('a failed start gives the reason in one sentence', async () => {
  const data_dir = dataFolder()
  const database = await start(data_dir)
  await database.stop()
  rmSync(join(clusterIn(data_dir).directory, 'global', 'pg_control'))

  await expect(start(data_dir)).rejects.toThrow(/^The embedded database did not start: .+\.$/)
})

test('names a data folder that cannot be created', async () => {
  const file = join(dataFolder(), 'file')
  writeFileSync(file, '')

  await expect(start(join(file, 'data'))).rejects.toThrow(`The data folder ${join(file, 'data')} cannot be written`)
})

test('removes the half-made cluster of a killed process', async () => {
  const data_dir = dataFolder()
  const gone = 2 ** 22 + 1
  mkdirSync(join(data_dir, `postgres.new-${gone}-abcd`))

  await start(data_dir)

  expect(existsSync(join(data_dir, `postgres.new-${gone}-abcd`))).toBe(false)
})

test('the log keeps one older copy and does not grow forever', async () => {
  const data_dir = dataFolder()
  await start(data_dir)
  const cluster = clusterIn(data_dir)
  const before = statSync(cluster.log_file).size

  trimLog(cluster, 10)

  expect(statSync(cluster.log_file).size).toBe(0)
  expect(statSync(`${cluster.log_file}.1`).size).toBe(before)
})

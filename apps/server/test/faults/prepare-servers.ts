import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createMigratedDatabase } from '../database.js'
import { freePort, ServerProcess } from './server-process.js'

interface Prepared {
  /** How many processes share the database. */
  count: number
  /** The services that they call. */
  standIns: Array<{ close(): Promise<unknown> }>
  env: Record<string, string>
}

/** Processes with a database and a folder of their own. All of it ends with the test. */
export async function prepareServers({ count, standIns, env }: Prepared) {
  const folder = await mkdtemp(join(tmpdir(), 'papercups-faults-'))
  const database = await createMigratedDatabase()
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const url = `http://127.0.0.1:${ports[0]}`
  const all = {
    BASE_URL: url,
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '5',
    DATA_DIR: folder,
    SECRET_KEY: randomBytes(32).toString('hex'),
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1',
    ...env,
  }
  const servers = ports.map((port) => new ServerProcess(port, all))
  const kill = async () => void (await Promise.all(servers.map((server) => server.end('SIGKILL'))))
  onTestFinished(async () => {
    await kill()
    await Promise.all(standIns.map((standIn) => standIn.close()))
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)
  const start = async () => {
    for (const server of servers) await server.start()
  }
  return {
    database,
    /** Of the first process. */
    url,
    start,
    kill,
    async restart() {
      await kill()
      // As after the 30 seconds of a lease.
      await database.pool.query('update connected_services set leased_until = now()')
      await start()
    },
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { features, identify } from '../src/app.js'
import { readConfig } from '../src/platform/config.js'
import type { ChangeTimes } from '../src/platform/database/changes.js'
import type { Feature } from '../src/platform/feature.js'
import { startServer, type Server } from '../src/platform/server.js'
import { createMigratedDatabase } from './database.js'
import { inspectAccount } from './inspect-account.js'
import { testLog } from './logged-errors.js'
import { running } from './running.js'
import { prepareProof } from './tenant-proof.js'

export interface TestServer extends Server {
  url: string
}

export interface TestServerOptions {
  env?: Record<string, string>
  /** In addition to the product's features. */
  features?: Feature[]
  /** Shorter than in production, for tests about lost connections. */
  change_times?: ChangeTimes
}

/**
 * Starts a server in this process with its own port, database and folder. It stops with the test file. On a shared database
 * another server, with other files and another mailbox, could run its jobs.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await start(options)
  running.push(server.stop)
  return server
}

async function start({ env = {}, features: more = [], change_times }: TestServerOptions): Promise<TestServer> {
  const data_dir = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'server-'))
  const database = env.DATABASE_URL ? undefined : await createMigratedDatabase()
  const config = readConfig({
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: data_dir,
    DATABASE_URL: database?.url,
    DATABASE_POOL_SIZE: '5',
    SECRET_KEY: 'one secret for all servers of the stories, as several processes of one install have',
    // Each client has its own IP, so the limits of one story do not affect another.
    TRUST_PROXY: '127.0.0.1',
    // Webhook receivers of the stories listen there.
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1',
    // The domains of the stories do not exist.
    DISABLE_EMAIL_VALIDITY_CHECK: 'true',
    ...env,
  })
  await prepareProof()
  const server = await startServer({
    config,
    log: testLog,
    features: [...features, ...more],
    identify,
    inspect: inspectAccount,
    ...(change_times && { change_times }),
  })
  let stopping: Promise<void> | undefined
  const end = async () => {
    await server.stop()
    await database?.drop()
    await rm(data_dir, { recursive: true, force: true })
  }
  const stop = () => (stopping ??= end())
  return { ...server, stop, url: `http://127.0.0.1:${server.port}` }
}

let shared: Promise<TestServer> | undefined

/** The server that all test files of this process share. It ends with the process. */
export const theServer = () => (shared ??= start({}))

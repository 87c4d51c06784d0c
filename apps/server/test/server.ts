import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { features, signedIn } from '../src/app.js'
import { readConfig } from '../src/platform/config.js'
import type { Feature } from '../src/platform/feature.js'
import { createLog } from '../src/platform/log.js'
import { startServer, type Server } from '../src/platform/server.js'

export interface TestServer extends Server {
  url: string
}

export interface TestServerOptions {
  env?: Record<string, string>
  /** On top of the product's own. */
  features?: Feature[]
}

const running: Array<() => Promise<void>> = []

// Here and not where a server starts: inside a running test it would not be heard.
afterAll(async () => {
  await Promise.all(running.map((stop) => stop()))
})

/** A server of the product in this process, on a port and with a folder of its own. It stops with the test file. */
export async function startTestServer({ env = {}, features: more = [] }: TestServerOptions = {}): Promise<TestServer> {
  const data_dir = await mkdtemp(join(tmpdir(), 'papercups-server-'))
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: data_dir,
    DATABASE_URL: process.env.STORY_DATABASE_URL,
    DATABASE_POOL_SIZE: '5',
    SECRET_KEY: 'one secret for all servers of the stories, as several processes of one install have',
    // Each story comes from an address of its own, so the limits of one do not hit another.
    TRUST_PROXY: '127.0.0.1',
    ...env,
  })
  const server = await startServer({
    config,
    log: createLog(config.log_level),
    features: [...features, ...more],
    identify: signedIn,
  })
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= server.stop().then(() => rm(data_dir, { recursive: true, force: true })))
  running.push(stop)
  return { ...server, stop, url: `http://127.0.0.1:${server.port}` }
}

let shared: Promise<TestServer> | undefined

/** The one server of this test file. */
export const theServer = () => (shared ??= startTestServer())

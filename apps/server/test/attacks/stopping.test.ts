import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { clusterIn } from '../../src/platform/postgres/cluster.js'
import { findPostmaster } from '../../src/platform/postgres/postmaster.js'
import { ensureServerIsBuilt, freePort, ServerProcess } from '../faults/server-process.js'

const SEED = fileURLToPath(new URL('../../dist/seed.js', import.meta.url))
const PATIENCE = { timeout: 120_000 }
beforeAll(ensureServerIsBuilt, 120_000)

const UPGRADE =
  'GET /socket/websocket?vsn=2.0.0 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n'

async function dataFolder() {
  const data_dir = await mkdtemp(join(tmpdir(), 'papercups-stop-'))
  onTestFinished(() => rm(data_dir, { recursive: true, force: true }))
  return data_dir
}

// A process that needs more than ten seconds exits with another code.
test('SIGTERM stops the server and its database, whatever clients do', PATIENCE, async () => {
  const data_dir = await dataFolder()
  const server = new ServerProcess(await freePort(), { DATA_DIR: data_dir })
  onTestFinished(async () => void (await server.end('SIGKILL')), 60_000)
  await server.start()
  expect(findPostmaster(clusterIn(data_dir))).toBeGreaterThan(0)

  const open = async (text: string, answered: boolean) => {
    const socket = connect(server.port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    await new Promise((resolve) => socket.once('connect', resolve))
    const received = new Promise((resolve) => socket.once('data', resolve))
    socket.write(text)
    if (answered) await received
  }
  const session = 'POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  await open('', false)
  await open('GET /health HTTP/1.1\r\nHost: x\r\nX-Half', false)
  await open(`${session}Content-Length: 1000\r\n\r\n{"a":`, false)
  await open(`${session}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`, false)
  await open('GET /health HTTP/1.1\r\nHost: x\r\n\r\n', true)
  // Never answers the closing handshake.
  await open(UPGRADE, true)

  expect(await server.end('SIGTERM'), server.said).toBe(0)
  expect(findPostmaster(clusterIn(data_dir))).toBeUndefined()
})

test('a closed terminal stops the server and its database', PATIENCE, async () => {
  const data_dir = await dataFolder()
  const server = new ServerProcess(await freePort(), { DATA_DIR: data_dir })
  onTestFinished(async () => void (await server.end('SIGKILL')), 60_000)
  await server.start()

  expect(await server.end('SIGHUP'), server.said).toBe(0)
  expect(findPostmaster(clusterIn(data_dir))).toBeUndefined()
})

// Its server stays alone: the port of incoming mail belongs to the one that runs beside it.
for (const signal of ['SIGINT', 'SIGHUP'] as const) {
  test(`${signal} ends a command and its database`, PATIENCE, async () => {
    const data_dir = await dataFolder()
    const neighbour = createServer().listen(0)
    await once(neighbour, 'listening')
    onTestFinished(() => void neighbour.close())
    const { port } = neighbour.address() as AddressInfo
    const { PATH = '', HOME = '' } = process.env
    const env = { PATH, HOME, DATA_DIR: data_dir, MAIL_IN_PORT: String(port), MAIL_IN_DOMAIN: 'chat.acme.test' }
    const command = spawn(process.execPath, [SEED], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    onTestFinished(() => void command.kill('SIGKILL'))
    let said = ''
    command.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    await expect.poll(() => findPostmaster(clusterIn(data_dir)), { timeout: 60_000 }).toBeGreaterThan(0)

    command.kill(signal)
    await once(command, 'exit')
    expect(command.exitCode).toBe(1)
    expect(said).toBe(`Stopped by ${signal}.\n`)
    expect(findPostmaster(clusterIn(data_dir))).toBeUndefined()
  })
}

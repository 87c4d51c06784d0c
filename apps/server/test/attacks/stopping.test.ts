import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { clusterIn } from '../../src/platform/postgres/cluster.js'
import { findPostmaster } from '../../src/platform/postgres/postmaster.js'
import { ensureServerIsBuilt, freePort, ServerProcess } from '../faults/server-process.js'

const PATIENCE = { timeout: 120_000 }
beforeAll(ensureServerIsBuilt, 120_000)

const UPGRADE =
  'GET /socket/websocket?vsn=2.0.0 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n'

// A process that needs more than ten seconds exits with another code.
test('SIGTERM stops the server and its database, whatever clients do', PATIENCE, async () => {
  const data_dir = await mkdtemp(join(tmpdir(), 'papercups-stop-'))
  onTestFinished(() => rm(data_dir, { recursive: true, force: true }))
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

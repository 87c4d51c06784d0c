import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startRig } from '../../../test/realtime/start-rig.js'

function upgrade(port: number, path: string, { method = 'GET' } = {}) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const headers = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version': '13',
    }
    const asked = request({ port, path, method, headers, agent: false })
    asked.on('response', (response) => {
      let body = ''
      response.on('data', (chunk) => (body += chunk)).on('end', () => resolve({ status: response.statusCode, body }))
    })
    asked.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve({ status: response.statusCode, body: '' })
    })
    asked.on('error', reject).end()
  })
}

test('refuses a bad path, token, version or method before the upgrade', async () => {
  const { port } = await startRig()
  const status = async (path: string, options = {}) => (await upgrade(port, path, options)).status

  expect(await status('/socket/websocket?vsn=2.0.0')).toBe(101)
  expect(await status('/socket/websocket')).toBe(101)
  expect(await status('/socket/websocket/?vsn=2.0.0')).toBe(101)
  expect(await status('//socket///websocket?account_id=1&inbox_id=undefined&vsn=2.0.0')).toBe(101)
  expect(await status('/socket/websocket?token=ada&vsn=2.0.0')).toBe(101)
  expect(await upgrade(port, '/socket/websocket?token=stale&vsn=2.0.0')).toEqual({ status: 403, body: '' })
  expect(await status('/socket/websocket?token=')).toBe(403)
  expect(await status('/socket/websocket?token=null')).toBe(403)
  expect(await status('/socket/websocket?token[]=ada')).toBe(403)
  expect(await status('/socket/websocket?token=__proto__&token=toString')).toBe(403)
  expect(await status('/socket/websocket?vsn=3.0.0')).toBe(403)
  expect(await status('/socket/websocket', { method: 'POST' })).toBe(400)
  expect(await status('/socket/longpoll')).toBe(404)
  expect(await status('/socket/%')).toBe(404)
})

test('refuses the upgrade when authentication fails or takes too long', async () => {
  const { port, logged } = await startRig({
    limits: { authenticate_ms: 50 },
    authenticate: (token) => (token === 'slow' ? new Promise(() => {}) : Promise.reject(new Error('database'))),
  })

  expect((await upgrade(port, '/socket/websocket?token=slow')).status).toBe(503)
  expect((await upgrade(port, '/socket/websocket?token=x')).status).toBe(503)
  expect(logged).toEqual(['socket sign-in failed', 'socket sign-in failed'])
})

test('signing out closes the sockets of the session at once, and they receive nothing more', async () => {
  const { dial, realtime, ran } = await startRig()
  const [ada, ben, visitor] = [await dial({ token: 'ada' }), await dial({ token: 'ben' }), await dial()]
  for (const agent of [ada, ben]) await agent.join('notification:acme')
  await visitor.join('room:acme')

  realtime.disconnect({ session_id: 'a' })
  realtime.broadcast('notification:acme', 'shout', { body: 'secret' })
  ada.send('notification:acme', 'shout', { body: 'still me?' })
  expect(await ada.closeCode()).toBe(4401)
  await ben.waitFor('shout')
  expect(ada.received('shout')).toEqual([])
  expect(ran).toEqual([])

  realtime.disconnect({ user_id: 2 })
  await ben.closeCode()
  expect((await visitor.ask('phoenix', 'heartbeat')).status).toBe('ok')
})

test('closing asks clients to reconnect and finishes running events', async () => {
  const { dial, gate, realtime, ran, port } = await startRig()
  const client = await dial()
  await client.join('conversation:1')
  let openGate = () => {}
  gate.wait = new Promise<void>((resolve) => (openGate = resolve))
  client.send('conversation:1', 'shout', { body: 'last words' })
  await client.ask('phoenix', 'heartbeat')

  const closing = realtime.close()
  expect(await client.closeCode()).toBe(1012)
  expect((await upgrade(port, '/socket/websocket')).status).toBe(503)
  openGate()
  await closing
  expect(ran).toEqual(['start last words', 'end last words'])
})

test('closing does not wait for a client that never closes its socket', async () => {
  const { port, realtime } = await startRig({ limits: { drain_ms: 50 } })
  const raw = connect(port, '127.0.0.1')
  raw.write('GET /socket/websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n')
  raw.write('Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n')
  await new Promise((resolve) => raw.once('data', resolve))
  const gone = new Promise((resolve) => raw.once('close', resolve))

  await realtime.close()
  await expect(gone).resolves.toBeDefined()
})

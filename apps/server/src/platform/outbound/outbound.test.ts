import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { selfSigned } from '../../../test/self-signed.js'
import { createIpRules } from './ip-rules.js'
import { createOutbound } from './outbound.js'

/** This loopback IP is open in these tests. Every other one is closed, although servers can listen there too. */
const OPEN = '127.0.0.1'
const CLOSED = '127.0.0.2'

type Options = Partial<Parameters<typeof createOutbound>[0]>
function outbound(options: Options = {}) {
  const made = createOutbound({ allowed_networks: [OPEN], ...options })
  onTestFinished(() => made.close())
  return made
}

async function listening(server: Pick<Server, 'listen' | 'address' | 'close'>, host: string) {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function receiver(answer: RequestListener, host = OPEN) {
  const server = createServer(answer)
  const port = await listening(server, host)
  onTestFinished(() => server.closeAllConnections())
  return { port, url: `http://${host}:${port}/hook` }
}

/** A server on a closed IP, with the number of its connections. */
async function hidden() {
  let connections = 0
  const server = createServer((_, reply) => void reply.end('secret'))
  server.on('connection', () => connections++)
  const port = await listening(server, CLOSED)
  return { port, url: `http://${CLOSED}:${port}/`, connections: () => connections }
}

const failure = (url: string, options?: Options) =>
  outbound(options)
    .fetch(url)
    .then(
      () => 'answered',
      (error: { reason: string }) => error.reason,
    )

test('sends method, headers and body, and returns any status', async () => {
  const { url } = await receiver((request, reply) => {
    request.setEncoding('utf8').on('data', (body) => {
      reply.writeHead(418, { 'x-answer': 'yes' }).end(`${request.method} ${String(request.headers['x-a'])} ${body}`)
    })
  })
  const answer = await outbound().fetch(url, { method: 'POST', headers: { 'x-a': 'b' }, body: 'ü' })
  expect(answer).toMatchObject({ status: 418, truncated: false })
  expect(answer.headers['x-answer']).toBe('yes')
  expect(answer.body.toString()).toBe('POST b ü')
})

test.each([
  ['this host', '0.0.0.0', '0.1.2.3'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ['carrier NAT', '100.64.0.1', '100.100.100.200'],
  ['loopback', '127.0.0.2', '127.255.255.255', '::1'],
  ['link-local and metadata', '169.254.169.254', 'fe80::1', 'fe80::1%eth0', '168.63.129.16', '192.0.0.192'],
  ['multicast, reserved, broadcast', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', 'ff02::1'],
  ['documentation and benchmarks', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1'],
  ['unique local', 'fc00::1', 'fd00:ec2::254', 'fec0::1'],
  ['IPv4 in IPv6', '::ffff:10.0.0.1', '::ffff:a00:1', '0:0:0:0:0:ffff:7f00:2', '::10.0.0.1', '::ffff:0:10.0.0.1'],
  ['NAT64 and tunnels', '64:ff9b::a00:1', '64:ff9b:1::a00:1', '2002:a00:1::1', '2001:0:a00:1::1', '::'],
])('closes %s', (_, ...ips) => {
  const mayCall = createIpRules([])
  expect(ips.filter(mayCall)).toEqual([])
})

test('opens the public internet and the networks of the operator', () => {
  const mayCall = createIpRules(['10.1.0.0/16', 'fd12::/64', '192.168.0.9'])
  const ips = ['1.1.1.1', '172.32.0.1', '::ffff:1.1.1.1', '2606:4700::1111', '10.1.2.3', '::ffff:10.1.2.3', 'fd12::1']
  expect(ips.filter((ip) => !mayCall(ip))).toEqual([])
  expect(mayCall('192.168.0.9')).toBe(true)
  expect(['10.2.0.1', 'fd12:0:0:1::1', '192.168.0.8'].filter(mayCall)).toEqual([])
})

test('connects to no closed IP, however the URL spells it', async () => {
  const { port, connections } = await hidden()
  for (const host of ['127.0.0.2', '127.2', '2130706434', '0177.0.0.2', '0x7f.0.0.2', '0x7f000002', '[::ffff:7f00:2]'])
    expect([host, await failure(`http://${host}:${port}/`)]).toEqual([host, 'forbidden_ip'])
  expect(await failure('http://[::1]:8080/')).toBe('forbidden_ip')
  expect(await failure('http://169.254.169.254/latest/meta-data/')).toBe('forbidden_ip')
  expect(connections()).toBe(0)
})

test('checks the IP to which the socket connects, each time a name is resolved', async () => {
  const { port, connections } = await hidden()
  const answers = [[OPEN], [CLOSED], [CLOSED, '10.0.0.1'], []]
  const open = await receiver((_, reply) => void reply.setHeader('connection', 'close').end('open'))
  const resolve = async () => answers.shift() ?? []
  const { fetch } = outbound({ resolve })
  const reason = (port: number) =>
    fetch(`http://rebinds.test:${port}/`).then(
      ({ body }) => body.toString(),
      (error: { reason: string }) => error.reason,
    )
  expect(await reason(open.port)).toBe('open')
  expect(await reason(port)).toBe('forbidden_ip')
  expect(await reason(port)).toBe('forbidden_ip')
  expect(await reason(port)).toBe('unknown_host')
  expect(connections()).toBe(0)
})

test('uses only the open IPs of a name that has both', async () => {
  const { port } = await receiver((_, reply) => void reply.end('open'))
  const answer = await outbound({ resolve: async () => [CLOSED, OPEN] }).fetch(`http://both.test:${port}/`)
  expect(answer.body.toString()).toBe('open')
})

test('resolves names of the hosts file', async () => {
  const { port } = await receiver((_, reply) => void reply.end('open'))
  const answer = await outbound({ allowed_networks: ['127.0.0.1', '::1'] }).fetch(`http://localhost:${port}/`)
  expect(answer.body.toString()).toBe('open')
})

test('follows three redirects with the same method and body, and checks each', async () => {
  const inner = await hidden()
  const seen: string[] = []
  const { url } = await receiver((request, reply) => {
    const [, kind = '', left = '0'] = request.url?.split('/') ?? []
    request.setEncoding('utf8').on('data', (body) => seen.push(`${request.method} ${body}`))
    request.resume().on('end', () => {
      if (kind === 'inside') return reply.writeHead(302, { location: inner.url }).end()
      if (kind === 'script') return reply.writeHead(302, { location: 'file:///etc/passwd' }).end()
      if (kind === 'user') return reply.writeHead(302, { location: 'http://a:b@example.com/' }).end()
      if (kind === 'loop') return reply.writeHead(301, { location: '/loop' }).end()
      if (left === '0') return reply.end('arrived')
      return reply.writeHead(307, { location: `/chain/${Number(left) - 1}` }).end()
    })
  })
  const at = (path: string) => new URL(path, url).href
  const answer = await outbound().fetch(at('/chain/3'), { method: 'POST', body: 'x' })
  expect(answer.body.toString()).toBe('arrived')
  expect(seen).toEqual(['POST x', 'POST x', 'POST x', 'POST x'])
  expect(await failure(at('/chain/4'))).toBe('too_many_redirects')
  expect(await failure(at('/loop'))).toBe('too_many_redirects')
  expect(await failure(at('/inside'))).toBe('forbidden_ip')
  expect(await failure(at('/script'))).toBe('invalid_url')
  expect(await failure(at('/user'))).toBe('credentials_in_url')
  expect(inner.connections()).toBe(0)
})

test('does not pass credentials on to another origin', async () => {
  const headers: unknown[] = []
  const other = await receiver((request, reply) => {
    headers.push(request.headers.authorization, request.headers.cookie, request.headers['x-kept'])
    reply.end()
  })
  const { url } = await receiver((_, reply) => void reply.writeHead(308, { location: other.url }).end())
  await outbound().fetch(url, { headers: { Authorization: 'Bearer key', Cookie: 'a=b', 'x-kept': 'yes' } })
  expect(headers).toEqual([undefined, undefined, 'yes'])
})

test.each([
  ['file:///etc/passwd', 'invalid_url'],
  ['ftp://example.com/', 'invalid_url'],
  ['javascript:alert(1)', 'invalid_url'],
  ['not a url', 'invalid_url'],
  ['http://', 'invalid_url'],
  ['https://ada:secret@example.com/', 'credentials_in_url'],
  ['https://key@example.com/', 'credentials_in_url'],
  ['http://example.com:22/', 'forbidden_port'],
  ['http://example.com:25/', 'forbidden_port'],
])('refuses %s', async (url, reason) => {
  expect(await failure(url, { resolve: async () => [OPEN] })).toBe(reason)
})

test('cuts an endless answer at 64 kB and closes the connection', async () => {
  let closed = false
  const { url } = await receiver((_, reply) => {
    const more = () => {
      while (!reply.destroyed && reply.write('x'.repeat(16_384)));
    }
    reply.on('drain', more).on('close', () => (closed = true))
    more()
  })
  const answer = await outbound().fetch(url)
  expect(answer).toMatchObject({ status: 200, truncated: true })
  expect(answer.body).toHaveLength(65_536)
  await expect.poll(() => closed).toBe(true)
})

test('limits the whole time: no answer, a slow answer, slow redirects', async () => {
  const { url } = await receiver((request, reply) => {
    if (request.url === '/silent') return
    if (request.url === '/again') {
      setTimeout(() => reply.writeHead(302, { location: '/again' }).end(), 40)
      return
    }
    const drip = setInterval(() => reply.write('x'), 10)
    reply.on('close', () => clearInterval(drip))
  })
  for (const path of ['/silent', '/drip', '/again'])
    expect(await failure(new URL(path, url).href, { time_ms: 100 })).toBe('timeout')
})

test('reports an answer that ends too soon, is no HTTP or has huge headers', async () => {
  const answers = [
    'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf',
    'SSH-2.0-OpenSSH_9.6\r\n',
    `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
  ]
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(answers.shift() ?? ''))
  })
  const url = `http://${OPEN}:${await listening(server as unknown as Server, OPEN)}/`
  expect(await failure(url)).toBe('connection')
  expect(await failure(url)).toBe('invalid_answer')
  expect(await failure(url)).toBe('invalid_answer')
})

test('refuses a certificate that is not valid for the host', async () => {
  const server = createTlsServer(selfSigned, (_, reply) => void reply.end('x'))
  const port = await listening(server, OPEN)
  expect(await failure(`https://127.0.0.1:${port}/`)).toBe('bad_certificate')
  expect(await failure(`https://receiver.test:${port}/`, { resolve: async () => [OPEN] })).toBe('bad_certificate')
})

test('does not decompress answers', async () => {
  const encodings: unknown[] = []
  const { url } = await receiver((request, reply) => {
    encodings.push(request.headers['accept-encoding'])
    reply.setHeader('content-encoding', 'gzip').end(Buffer.from([0x1f, 0x8b, 0x08]))
  })
  expect((await outbound().fetch(url)).body).toHaveLength(3)
  expect(encodings).toEqual(['identity'])
})

import Fastify, { LogController } from 'fastify'
import { expect, test } from 'vitest'
import { createLog, type Log } from './log.js'

function recorder(isTTY = false) {
  const lines: string[] = []
  return { lines, isTTY, write: (line: string) => lines.push(line) }
}

function written(write: (log: Log) => void) {
  const output = recorder()
  write(createLog('info', output))
  return JSON.parse(output.lines[0] ?? 'null') as Record<string, unknown>
}

test('a line is one JSON object with time, level and message', () => {
  const output = recorder()
  const log = createLog('info', output).child({ request_id: 'r1' })
  log.info({ status: 200 }, 'request\nforged line')
  log.debug('too small to tell')
  expect(output.lines).toHaveLength(1)
  expect(output.lines[0]?.split('\n')).toHaveLength(2)
  expect(JSON.parse(output.lines[0] ?? '')).toEqual({
    request_id: 'r1',
    status: 200,
    time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    level: 'info',
    message: 'request\nforged line',
  })
})

test('levels', () => {
  const output = recorder()
  const log = createLog('warn', output)
  for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const) log[level](level)
  expect(output.lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(['warn', 'error', 'fatal'])
  createLog('silent', output).fatal('nothing')
  expect(output.lines).toHaveLength(3)
})

test('removes secrets and personal data, by name and by pattern', () => {
  const fields = {
    authorization: 'SFMyNTY.secret',
    user: { email: 'carla@example.com', id: 7, name: 'Carla', password: 'hunter2', roles: ['admin'] },
    socket: 'upgrade /socket/websocket?token=abc.def&vsn=2.0.0 refused',
    note: 'mail to carla@example.com failed, see postgres://ada:hunter2@db/acme',
    api_key: 'k1',
    connected: true,
    headers: { cookie: 'a=b' },
    jwt: 'eyJhbGciOi.eyJzdWIi.c2ln',
    chunk: Buffer.from('carla'),
  }
  const text = JSON.stringify(written((log) => log.warn(fields, 'hello from carla@example.com')))
  for (const word of ['SFMyNTY', 'carla', 'Carla', 'hunter2', 'abc.def', 'k1', 'a=b', 'eyJ'])
    expect(text).not.toContain(word)
  expect(JSON.parse(text)).toMatchObject({
    user: { id: 7, roles: ['admin'], email: '[personal]', password: '[secret]' },
    socket: 'upgrade /socket/websocket?[query] refused',
    note: 'mail to [email] failed, see postgres://[secret]@db/acme',
    connected: true,
    chunk: '[5 bytes]',
    message: 'hello from [email]',
  })
})

test('an error keeps its message and loses fields that quote a row', () => {
  const error = Object.assign(new Error('duplicate key', { cause: new Error('carla@example.com') }), {
    code: '23505',
    detail: 'Key (email)=(carla@example.com) already exists.',
    constraint: 'users_email',
  })
  const line = written((log) => log.error(error))
  expect(line.err).toMatchObject({ type: 'Error', message: 'duplicate key', code: '23505', constraint: 'users_email' })
  expect(JSON.stringify(line)).not.toContain('carla')
})

test('no logged value breaks the log', () => {
  const circle: Record<string, unknown> = { count: 10n, when: new Date(NaN), what: undefined, how: () => 1 }
  circle.self = circle
  expect(written((log) => log.info({ circle, long: 'x'.repeat(100_000) }))).toMatchObject({ circle: { count: '10' } })
})

test('writes readable lines on a terminal, without control characters', () => {
  const output = recorder(true)
  createLog('info', output).error({ err: new Error('no\u001b[2J'), status: 500 }, 'evil \u001b[31m')
  expect(output.lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} ERROR evil ·\[31m status=500\nError: no·\[2J\n/)
})

test('works as the logger of Fastify, and logs only the route of a request', async () => {
  const output = recorder()
  const app = Fastify({
    loggerInstance: createLog('info', output),
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.get('/customers/:id', async (request) => {
    request.log.info({ req: request }, 'seen')
    return {}
  })
  await app.inject('/customers/carla?email=carla@example.com')
  expect(JSON.parse(output.lines[0] ?? '')).toMatchObject({ req: { method: 'GET', route: '/customers/:id' } })
  expect(output.lines[0]).not.toContain('carla')
  await app.close()
})

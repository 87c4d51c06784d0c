import { Agent } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import type { TestServer } from '../server.js'
import { story } from '../story.js'
import { attacksOn, VALID, type Attack } from './attacks.js'
import { faultOf } from './envelope.js'
import { faultOfReply, hostileJoins, hostilePushes, joinWithoutEnd, type Push } from './hostile-frames.js'
import { hostileBodies, hostileValues, type RawJson } from './hostile-values.js'
import { columnOf } from './id-columns.js'
import { OPTIONAL_FIELDS } from './optional-fields.js'
import { BROKEN_REQUESTS, HALF_REQUESTS, rawHttp } from './raw-http.js'
import { urlOf, type Values } from './request.js'
import { each, send } from './send.js'
import { titleOf } from './shape.js'
import { RawSocket } from './socket.js'
import { createSenders } from './stand-ins.js'
import { buildWorld, startSweepServer, type World } from './world.js'

const TIMEOUT = { timeout: 1_200_000 }

let server: TestServer
let world: World
const tried = { routes: new Set<string>(), topics: new Set<string>(), events: new Set<string>(), inputs: 0 }

beforeAll(async () => {
  // Not the shared one: this sweep leaves thousands of rows behind.
  server = await startSweepServer()
  world = await buildWorld(server)
})

/** They refuse a caller without the secret before they read the body. */
const ASKS_FOR_SECRET = /^POST \/api\/(?:mail\/inbound|ses\/webhook)/

test('no hostile request makes a route fail', TIMEOUT, async () => {
  const problems: string[] = []
  const attacks: Attack[] = []
  // Reads first: later there are thousands of rows to read.
  const reading = server.declared.filter(({ method }) => method === 'GET')
  for (const route of new Set([...reading, ...server.declared])) {
    const token = route.allow === 'public' ? undefined : await world.newcomer(world.globex.id, route)
    attacks.push(...attacksOn(world, route, token))
    tried.routes.add(titleOf(route))
  }

  const { sendAsUser, sendAsVisitor } = createSenders(world)
  const attempt = async ({ title, page, visitor, harmless, make }: Attack) => {
    tried.inputs += 1
    try {
      const reply = await (visitor ? sendAsVisitor(make()) : sendAsUser(make()))
      const fault = reply.status === 429 ? 'was stopped by a rate limit, so it tested nothing' : faultOf(reply, page)
      if (fault) problems.push(`${title}: ${fault}`)
      else if (harmless && reply.status >= 300) problems.push(`${title}: refused the visitor's call, ${reply.text}`)
      const expected = ASKS_FOR_SECRET.test(title) ? 401 : 413
      if (title.endsWith('ten megabytes') && reply.status !== expected)
        problems.push(`${title}: ${reply.status}, not ${expected}`)
    } catch (error) {
      problems.push(`${title}: ${String(error)}`)
    }
  }
  await each(attacks, 12, attempt)
  // The stored values must not break reading.
  const plain = attacks.filter(({ title }) => title.startsWith('GET ') && title.endsWith(VALID))
  expect(plain).toHaveLength(reading.length)
  await each(plain, 12, attempt)

  expect(problems, problems.slice(0, 20).join('\n')).toEqual([])
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('the connection still works after a refused body', TIMEOUT, async () => {
  const problems: string[] = []
  const writing = server.declared.filter(({ method, page }) => method !== 'GET' && !page)
  await each(writing, 4, async (route) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (const [name, body, type] of hostileBodies('{"user":{"email":"a"}}')) {
      const values: Values = { params: { id: world.sides.gus.conversation_id }, query: {}, body: {} }
      const headers = { 'content-type': type ?? 'application/json' }
      tried.inputs += 1
      await send(server.url, { method: route.method, path: urlOf(route.url, values), headers, body }, agent)
      const next = await send(server.url, { method: 'GET', path: '/health' }, agent).catch(String)
      if (typeof next === 'string' || next.status !== 200) {
        problems.push(`after ${titleOf(route)} with ${name}: ${JSON.stringify(next)}`)
      }
    }
    agent.destroy()
  })

  expect(problems, problems.slice(0, 20).join('\n')).toEqual([])
})

test('invalid HTTP gets one of our error responses', TIMEOUT, async () => {
  for (const bytes of BROKEN_REQUESTS) {
    tried.inputs += 1
    const response = await rawHttp(server.port, bytes)
    const [head = '', text = ''] = response.split('\r\n\r\n')
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1])
    const type = /content-type: (.*)/i.exec(head)?.[1]
    const fault = faultOf({ status, headers: { 'content-type': type }, text })
    expect(fault, JSON.stringify(bytes.slice(0, 120))).toBeUndefined()
    expect(status).toBeGreaterThanOrEqual(400)
  }
  for (const half of HALF_REQUESTS) {
    tried.inputs += 1
    await rawHttp(server.port, half, { hangUp: true })
  }
})

test('no hostile frame makes a topic or event fail', TIMEOUT, async () => {
  const problems: string[] = []
  const { gus } = world.sides
  const token = await world.newcomer(world.globex.id)
  const idIn = (key: string) => {
    const column = columnOf({ of: key, place: 'query', path: [key], shape: {} }, world.tableNames)
    return String(column && world.idOf(gus, column))
  }
  const open = (signedIn: boolean) => new RawSocket(server.url, signedIn ? token : undefined).opened()

  /** Sends frames one by one and opens a new socket when one was closed. Uses a new visitor, because of the rate limits. */
  async function pushAll(signedIn: boolean, topic: string | undefined, frames: Push[]) {
    const visit = signedIn ? gus : await world.newVisit(world.globex.id)
    const asVisitor = (text: string) =>
      text.replaceAll(gus.conversation_id, visit.conversation_id).replaceAll(gus.customer_id, visit.customer_id)
    let socket: RawSocket | undefined
    for (const [at, [title, frame, harmless]] of frames.entries()) {
      if (!socket?.isOpen || at % 100 === 99) {
        socket?.close()
        socket = await open(signedIn)
        if (topic) await socket.push(asVisitor(topic), 'phx_join', { customer_id: visit.customer_id }, 'j')
      }
      tried.inputs += 1
      const fault = await socket.raw(asVisitor(frame), 'r').then((reply) => faultOfReply(reply, harmless), String)
      if (fault) problems.push(`${title}: ${fault}`)
    }
    socket?.close()
  }
  for (const topic of server.realtime.declared) {
    const signedIn = topic.allow !== 'public'
    const name = topic.name.replace(/\{([a-z_]+)\}/g, (_, key: string) => idIn(key))
    const joins = hostileJoins(topic, name)
    await each([joins.slice(0, 60), joins.slice(60, 110), joins.slice(110)], 3, (some) =>
      pushAll(signedIn, undefined, some),
    )
    tried.topics.add(topic.name)

    for (const event of Object.keys(topic.events)) {
      await each(hostilePushes(world, topic, name, event), 4, (some) => pushAll(signedIn, name, some))
      tried.events.add(`${event} in ${topic.name}`)
    }
  }

  expect(problems, problems.slice(0, 20).join('\n')).toEqual([])
})

test('a misbehaving socket gets an error or is closed, and other sockets work on', TIMEOUT, async () => {
  const { gus } = world.sides
  const topic = `conversation:${gus.conversation_id}`
  const open = () => new RawSocket(server.url).opened()
  const bystander = await open()
  await bystander.join(topic, { customer_id: gus.customer_id })

  const stranger = await open()
  for (const event of ['shout', 'read', 'messages:seen', 'unknown', 'toString']) {
    tried.inputs += 1
    expect(await stranger.push(topic, event, { body: 'before the join' })).toMatchObject({ status: 'error' })
  }
  await stranger.join(topic, {})
  const names = [
    'unknown',
    'toString',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'phx_reply',
    'phx_error',
    'phx_close',
    'presence_diff',
    '',
    'x'.repeat(10_000),
  ]
  for (const event of names) {
    tried.inputs += 1
    expect(await stranger.push(topic, event, {}), event).toMatchObject({
      status: 'error',
      response: { reason: 'unknown event' },
    })
  }
  expect(await stranger.push('__proto__', 'phx_join', {})).toMatchObject({ status: 'error' })
  expect(await stranger.push('toString', 'shout', {})).toMatchObject({ status: 'error' })

  const closing: Array<[why: string, act: (socket: RawSocket) => void, code: number]> = [
    ['no JSON', (socket) => socket.send('{'), 1007],
    ['no frame', (socket) => socket.send('[]'), 1007],
    ['a frame of other things', (socket) => socket.send('[{},[],{},[],{}]'), 1007],
    ['a ref that is a map', (socket) => socket.send(`["1",{},"${topic}","ping",{}]`), 1007],
    ['bytes', (socket) => socket.send(Buffer.from([1, 2, 3])), 1003],
    [
      'ten megabytes',
      (socket) => socket.send(JSON.stringify(['1', '1', topic, 'shout', { body: 'a'.repeat(10_000_000) }])),
      1009,
    ],
    ['deep JSON', (socket) => socket.send('['.repeat(50_000)), 1007],
    ['joins without end', joinWithoutEnd, 1008],
  ]
  for (const [why, act, code] of closing) {
    tried.inputs += 1
    const socket = await open()
    act(socket)
    expect((await socket.ended()).code, why).toBe(code)
  }
  const half = await open()
  half.send(`["1","1","${topic}","shout",{"body":"ha`, { fin: false })
  half.close()
  const deepEcho = await open()
  await deepEcho.push(topic, 'phx_join', {}, 'j')
  const deep = hostileValues['deep arrays'] as RawJson
  await deepEcho.raw(`["j","r","${topic}","ping",{"a":${deep.text}}]`, 'r')
  deepEcho.close()
  tried.inputs += 2

  expect(await bystander.push(topic, 'ping', { still: 'here' })).toEqual({ status: 'ok', response: { still: 'here' } })
  for (const socket of [bystander, stranger]) socket.close()
})

test('the server still works afterwards', TIMEOUT, async () => {
  const { ada, carla, heard } = await story(server)

  await carla.says('Are you still there?')
  await ada.answers('Of course')

  expect(heard.byTeam).toEqual(['Are you still there?', 'Of course'])
  expect(heard.byCustomer).toEqual(['Are you still there?', 'Of course'])
  expect(heard.byStrangers).toEqual([])
})

test('every declared route, topic and event was tried', () => {
  const { declared, realtime } = server
  console.log(
    `Hostile sweep: ${tried.inputs} inputs to ${tried.routes.size} routes, ${tried.topics.size} topics and ${tried.events.size} events.`,
  )
  expect(tried.routes).toEqual(new Set(declared.map(titleOf)))
  expect([...tried.routes, ...tried.events]).toEqual(expect.arrayContaining(Object.keys(OPTIONAL_FIELDS)))
  expect(tried.topics).toEqual(new Set(realtime.declared.map(({ name }) => name)))
  expect(tried.events.size).toBe(realtime.declared.flatMap((topic) => Object.keys(topic.events)).length)
  expect(tried.inputs).toBeGreaterThan(0)
})

import { Agent } from 'node:http'
import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { theServer, type TestServer } from '../server.js'
import { story } from '../story.js'
import { attacksOn, NOTHING_WRONG, ownValues, wordsOf, type Attack } from './attacks.js'
import { faultOf } from './envelope.js'
import {
  asText,
  everyValue,
  hostileBodies,
  hostileValues,
  longValues,
  valuesFor,
  writeJson,
  type RawJson,
} from './hostile-values.js'
import { isOnTheSide, SIDE } from './on-the-side.js'
import { placeOf } from './placing.js'
import { addressOf, fill, put, type Values } from './request.js'
import { each, send, type Outgoing } from './send.js'
import { nameOf, positionsOfEvent, titleOf, type Position } from './shape.js'
import { RawSocket, type SocketReply } from './socket.js'
import { buildWorld, type World } from './world.js'

const PATIENCE = { timeout: 600_000 }

let server: TestServer
let world: World
const tried = { routes: new Set<string>(), topics: new Set<string>(), events: new Set<string>(), inputs: 0 }

beforeAll(async () => {
  server = await theServer()
  world = await buildWorld(server)
})

/** By the token or id of whoever began: who stands in for them now. */
const standIns = new Map<string, string>()

/** Where each person may call only so often, somebody else goes on. */
async function sendUnheld(outgoing: Outgoing) {
  const began = outgoing.headers?.authorization
  if (!began) return send(server.url, outgoing)
  const sendAs = (authorization: string) =>
    send(server.url, { ...outgoing, headers: { ...outgoing.headers, authorization } })
  const reply = await sendAs(standIns.get(began) ?? began)
  if (reply.status !== 429) return reply
  const next = await world.newcomer(world.globex.id)
  standIns.set(began, next)
  return sendAs(next)
}

/** A visitor is known by the id that they bring. */
async function sendAsVisitor({ path, body, ...outgoing }: Outgoing) {
  const { customer_id } = world.sides.gus
  const sendWith = (id: string) => {
    const said = typeof body === 'string' ? body.replaceAll(customer_id, id) : body
    return send(server.url, { ...outgoing, path: path.replaceAll(customer_id, id), ...(said && { body: said }) })
  }
  const reply = await sendWith(standIns.get(customer_id) ?? customer_id)
  if (reply.status !== 429) return reply
  const next = await world.newVisitor(world.globex.id)
  standIns.set(customer_id, next)
  return sendWith(next)
}

test('no route falls over, whatever is sent to it', PATIENCE, async () => {
  const problems: string[] = []
  const attacks: Attack[] = []
  // Reading comes first: later there are thousands of rows to read each time.
  const reading = server.declared.filter(({ method }) => method === 'GET')
  for (const route of new Set([...reading, ...server.declared])) {
    const token = route.allow === 'public' ? undefined : await world.newcomer(world.globex.id)
    attacks.push(...attacksOn(world, route, token))
    tried.routes.add(titleOf(route))
  }

  const attempt = async ({ title, page, visitor, harmless, make }: Attack) => {
    tried.inputs += 1
    try {
      const reply = await (visitor ? sendAsVisitor(make()) : sendUnheld(make()))
      const fault = reply.status === 429 ? 'was held back by a limit and tried nothing' : faultOf(reply, page)
      if (fault) problems.push(`${title}: ${fault}`)
      else if (harmless && reply.status >= 300) problems.push(`${title}: cost the visitor the call, ${reply.text}`)
      if (title.endsWith('ten megabytes') && reply.status !== 413) problems.push(`${title}: ${reply.status}, not 413`)
    } catch (error) {
      problems.push(`${title}: ${String(error)}`)
    }
  }
  await each(attacks, 12, attempt)
  // What was taken of all that must not keep anybody from reading.
  const plain = attacks.filter(({ title }) => title.startsWith('GET ') && title.endsWith(NOTHING_WRONG))
  expect(plain).toHaveLength(reading.length)
  await each(plain, 12, attempt)

  expect(problems).toEqual([])
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('a refused body does not spoil the line for the next request', PATIENCE, async () => {
  const problems: string[] = []
  const writing = server.declared.filter(({ method, page }) => method !== 'GET' && !page)
  await each(writing, 4, async (route) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (const [name, body, type] of hostileBodies('{"user":{"email":"a"}}')) {
      const values: Values = { params: { id: world.sides.gus.conversation_id }, query: {}, body: {} }
      const headers = { 'content-type': type ?? 'application/json' }
      tried.inputs += 1
      await send(server.url, { method: route.method, path: addressOf(route.url, values), headers, body }, agent)
      const next = await send(server.url, { method: 'GET', path: '/health' }, agent).catch(String)
      if (typeof next === 'string' || next.status !== 200) {
        problems.push(`after ${titleOf(route)} with ${name}: ${JSON.stringify(next)}`)
      }
    }
    agent.destroy()
  })

  expect(problems).toEqual([])
})

/** Bytes that are no request, or half of one. Resolves when the server has hung up or answered. */
function rawHttp(bytes: string, { hangUp = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(server.port, '127.0.0.1')
    let heard = ''
    const done = () => {
      socket.destroy()
      resolve(heard)
    }
    socket.on('data', (chunk) => {
      heard += chunk.toString()
      done()
    })
    socket.on('error', done)
    socket.on('close', done)
    socket.write(bytes, () => hangUp && done())
  })
}

test('what is no request at all is refused in our own words', PATIENCE, async () => {
  const broken = [
    'GET\r\n\r\n',
    '\0\0\0\0\r\n\r\n',
    'GET /api/me HTTP/9.9\r\n\r\n',
    'GET /api/me HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n',
    'POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-length: -5\r\n\r\n',
    'POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /api/session HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    `GET /${'a'.repeat(30_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
  ]
  for (const bytes of broken) {
    tried.inputs += 1
    const heard = await rawHttp(bytes)
    const [head = '', text = ''] = heard.split('\r\n\r\n')
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1])
    const type = /content-type: (.*)/i.exec(head)?.[1]
    const fault = faultOf({ status, headers: { 'content-type': type }, text })
    expect(fault, JSON.stringify(bytes.slice(0, 120))).toBeUndefined()
    expect(status).toBeGreaterThanOrEqual(400)
  }
  for (const half of [
    'GET /api/me HT',
    'POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{"user":',
  ]) {
    tried.inputs += 1
    await rawHttp(half, { hangUp: true })
  }
})

type Push = [title: string, frame: string, harmless?: boolean]

const REFUSED_AS_A_BUG = /^(Something went wrong|join crashed)$/

function faultOfReply({ status, response }: SocketReply, harmless = false) {
  if (status === 'ok') return undefined
  const { reason } = response
  if (harmless) return `cost the visitor the message: ${JSON.stringify(response)}`
  if (typeof reason !== 'string' || !/[a-z]{3}/i.test(reason))
    return `refused without a reason: ${JSON.stringify(response)}`
  if (/Too many/.test(reason)) return 'was held back by a limit and tried nothing'
  return REFUSED_AS_A_BUG.test(reason) ? `failed: ${reason}` : undefined
}

test('no topic or event falls over, whatever is pushed to it', PATIENCE, async () => {
  const problems: string[] = []
  const { gus } = world.sides
  const token = await world.newcomer(world.globex.id)
  const idIn = (key: string) => {
    const place = placeOf({ of: key, place: 'query', path: [key], shape: {} }, world.tableNames)
    return String(place && world.idOf(gus, place))
  }
  const open = (signedIn: boolean) => new RawSocket(server.url, signedIn ? token : undefined).opened()

  /**
   * Frames of one socket, one after the other; a socket that was closed on us is followed by another. By a visitor of their own:
   * each may write only so often.
   */
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
  const frameOf = (topic: string, event: string, payload: unknown) => writeJson(['j', 'r', topic, event, payload])

  for (const topic of server.realtime.declared) {
    const signedIn = topic.allow !== 'public'
    const name = topic.name.replace(/\{([a-z_]+)\}/g, (_, key: string) => idIn(key))
    const joins = Object.entries(hostileValues).flatMap(([title, value]): Array<[string, string]> => [
      [`join ${topic.name} with ${title}`, frameOf(name, 'phx_join', value)],
      [`join ${topic.name} with ${title} for a customer`, frameOf(name, 'phx_join', { customer_id: value })],
      [
        `join ${topic.name} named by ${title}`,
        frameOf(
          name.replace(/[^:]*$/, () => (typeof value === 'string' ? value : writeJson(asText(value)))),
          'phx_join',
          {},
        ),
      ],
    ])
    await each([joins.slice(0, 60), joins.slice(60, 110), joins.slice(110)], 3, (some) =>
      pushAll(signedIn, undefined, some),
    )
    tried.topics.add(topic.name)

    for (const event of Object.keys(topic.events)) {
      const title = `${event} in ${topic.name}`
      const positions = positionsOfEvent(topic, event)
      const parts = { params: undefined, query: undefined, body: topic.events[event]?.input as object }
      const right = (more: Position[]) =>
        fill(parts, positions, [...wordsOf(world, positions), ...more], ownValues(world)).body
      const whole = Object.entries(everyValue).map(([what, value]): [string, string] => [
        `${title} with ${what}`,
        frameOf(name, event, value),
      ])
      const pushes = positions.map((position) =>
        valuesFor(position).map(([what, value]): Push => {
          const body = right([position])
          put(body, position.path, value)
          const frame = frameOf(name, event, body)
          return [
            `${title} with ${what} for ${nameOf(position)}`,
            frame,
            isOnTheSide(position) && !(what in longValues),
          ]
        }),
      )
      await each([whole, ...pushes], 4, (some) => pushAll(signedIn, name, some))
      tried.events.add(title)
    }
  }

  expect(problems).toEqual([])
})

test('a socket that behaves badly is answered or closed, and nobody else notices', PATIENCE, async () => {
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

function joinWithoutEnd(socket: RawSocket) {
  for (let at = 0; at < 10_000; at += 1) {
    socket.send(JSON.stringify([`${at}`, `${at}`, `conversation:lobby:${at}`, 'phx_join', {}]))
  }
}

test('afterwards the server serves as before', PATIENCE, async () => {
  const { ada, carla, heard } = await story()

  await carla.says('Are you still there?')
  await ada.answers('Of course')

  expect(heard.byTeam).toEqual(['Are you still there?', 'Of course'])
  expect(heard.byCustomer).toEqual(['Are you still there?', 'Of course'])
  expect(heard.byStrangers).toEqual([])
})

test('all that is declared was tried', () => {
  const { declared, realtime } = server
  console.log(
    `Hostile sweep: ${tried.inputs} inputs to ${tried.routes.size} routes, ${tried.topics.size} topics and ${tried.events.size} events.`,
  )
  expect(tried.routes).toEqual(new Set(declared.map(titleOf)))
  expect([...tried.routes, ...tried.events]).toEqual(expect.arrayContaining(Object.keys(SIDE)))
  expect(tried.topics).toEqual(new Set(realtime.declared.map(({ name }) => name)))
  expect(tried.events.size).toBe(realtime.declared.flatMap((topic) => Object.keys(topic.events)).length)
  expect(tried.inputs).toBeGreaterThan(0)
})

import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { signAccessToken } from '../../src/features/identity/sessions/tokens.js'
import type { DeclaredRoute } from '../../src/platform/http/server.js'
import type { Topic } from '../../src/platform/realtime/topic.js'
import { theServer } from '../server.js'
import { leaksIn, openedBy, strayChanges, stringsIn, wholeText } from './leaks.js'
import { placeOf } from './placing.js'
import { fill, fillRoute, type ValueFor, type Values } from './request.js'
import { asAsked, sample } from './sample.js'
import { each, outgoing, send } from './send.js'
import { nameOf, positionsOf, positionsOfEvent, titleOf, type Position } from './shape.js'
import { compare, describeChanges } from './snapshot.js'
import { RawSocket } from './socket.js'
import { buildWorld, type Label, type Side, type World } from './world.js'

/** On a busy machine: each test is hundreds of calls with a look at every table between them. */
const PATIENCE = { timeout: 180_000 }

let world: World
const swept = { routes: new Set<string>(), topics: new Set<string>(), events: new Set<string>(), requests: 0 }

beforeAll(async () => {
  world = await buildWorld(await theServer())
})

const GLOBEX: Label[] = ['gus', 'globex:team', 'globex:public']
const isId = (position: Position) => placeOf(position, world.tableNames) !== undefined

/** Ids of one side, but of another where a position is among `strange`. */
function idsOf(own: Side, stranger: Side = own, strange: Position[] = []): ValueFor {
  return (position) => {
    const place = placeOf(position, world.tableNames)
    if (!place) return sample(position)
    return asAsked(position, world.idOf(strange.includes(position) ? stranger : own, place))
  }
}

async function call(route: DeclaredRoute, values: Values, token?: string) {
  swept.requests += 1
  return send(world.server.url, outgoing(route, values, token))
}

/** What the answer to somebody holds that was not theirs to see. */
async function tryCall(route: DeclaredRoute, values: Values, token: string | undefined, own: Label[]) {
  const reply = await call(route, values, token)
  const sent = stringsIn(values)
  const opened = route.allow === 'public' ? openedBy(world, sent) : []
  const problems = leaksIn(world, wholeText(reply), new Set([...own, ...opened]), sent)
  if (reply.status >= 500) problems.push(`answered ${reply.status}: ${reply.text}`)
  return { reply, sent, problems: problems.map((problem) => `${titleOf(route)} ${JSON.stringify(values)}: ${problem}`) }
}

/** Which ids are a stranger's, and what is sent at all: no more than it takes, or everything that there is a name for. */
function attempts(positions: Position[]) {
  const ids = positions.filter(isId)
  const choices = [[], ...ids.map((one) => [one]), ...(ids.length > 1 ? [ids] : [])]
  const words = positions.filter((position) => position.place === 'body' && !isId(position))
  const bases = ids.length === 0 ? [words] : [words, positions]
  return choices.flatMap((strange) => bases.map((base) => ({ strange, wanted: [...base, ...strange] })))
}

/** Routes and events that accepted a request with only the caller's own ids, so the sweep reaches their handler. */
const accepted = new Set<string>()

test('whoever may not enter is told so, and nothing else', PATIENCE, async () => {
  const { server, acme, sides } = world
  const before = await world.rowsOf(acme.id)
  const session_id = String(before.get('sessions')?.find((row) => row.user_id === acme.admin.id)?.id)
  const signed_out = await world.signIn(acme.admin)
  await send(server.url, { method: 'DELETE', path: '/api/session', headers: { authorization: signed_out } })
  const start = await world.rowsOf(acme.id)
  const key = server.platform.key('access-token')
  const strangers: Array<[who: string, token: string | undefined]> = [
    ['nobody', undefined],
    ['garbage', 'v1.garbage.garbage'],
    ['an expired token', signAccessToken(key, session_id, Date.now() - 31 * 60_000)],
    ['a token that another key signed', signAccessToken(randomBytes(32), session_id)],
    ['a token of no session', signAccessToken(key, sides.carla.customer_id)],
    ['a signed-out token', signed_out],
    ['a disabled user', acme.disabled.token],
  ]
  const problems: string[] = []
  const guarded = server.declared.filter(({ allow }) => allow !== 'public')

  await each(guarded, 4, async (route) => {
    const positions = positionsOf(route)
    const values = fillRoute(route, positions, [], idsOf(sides.carla))
    const methods = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]
    for (const method of methods) {
      for (const [who, token] of strangers) {
        const { reply, problems: found } = await tryCall({ ...route, method }, values, token, [])
        const told = method === 'HEAD' || isNotAuthenticated(reply.text, who === 'a disabled user')
        if (reply.status !== 401 || !told)
          found.push(`${method} ${route.url} answered ${who} ${reply.status} ${reply.text}`)
        problems.push(...found)
      }
    }
    if (route.allow !== 'admin') return
    const { reply, problems: found } = await tryCall(route, values, await world.signIn(acme.member), [])
    if (reply.status !== 403) found.push(`${titleOf(route)} answered a member ${reply.status} ${reply.text}`)
    problems.push(...found)
  })

  const { changed, removed } = compare(start, await world.rowsOf(acme.id))
  expect([...problems, ...describeChanges({ added: [], changed, removed })]).toEqual([])
  expect(guarded.length).toBeGreaterThan(0)
})

function isNotAuthenticated(text: string, disabled: boolean) {
  const { error } = JSON.parse(text) as { error?: { code?: number; status?: number; message?: string } }
  if (disabled) return error?.status === 401 && Boolean(error.message)
  return error?.code === 401 && error.message === 'Not authenticated'
}

test('Grace finds nothing of Acme behind its ids', PATIENCE, async () => {
  const { server, acme, globex, sides } = world
  const problems: string[] = []

  for (const route of server.declared.filter(({ allow }) => allow !== 'public')) {
    const positions = positionsOf(route)
    const before = await world.rowsOf(acme.id)
    for (const { strange, wanted } of attempts(positions)) {
      const values = fillRoute(route, positions, wanted, idsOf(sides.gus, sides.carla, strange))
      const { reply, problems: found } = await tryCall(route, values, await world.signIn(globex.admin), GLOBEX)
      problems.push(...found)
      if (strange.length === 0 && reply.status < 300) accepted.add(titleOf(route))
      const inPath = strange.some(({ place }) => place === 'params')
      if (inPath && reply.status < 400) problems.push(`${titleOf(route)} took ${strange.map(nameOf).join()} of Acme`)
    }
    const changes = describeChanges(compare(before, await world.rowsOf(acme.id)))
    problems.push(...changes.map((change) => `after ${titleOf(route)}: ${change}`))
    swept.routes.add(titleOf(route))
  }

  expect(problems).toEqual([])
})

test('without a sign-in an id opens what it names, and nothing else', PATIENCE, async () => {
  const { server, acme, globex, sides } = world
  const accounts = [acme.id, globex.id]
  const problems: string[] = []

  /** `mine` calls with ids of their own and of Carla's. */
  async function sweep(route: DeclaredRoute, mine: Side, grace: boolean) {
    const positions = positionsOf(route)
    const watched = grace ? [acme.id] : accounts
    let before = await Promise.all(watched.map(world.rowsOf))
    for (const { strange, wanted } of attempts(positions)) {
      const values = fillRoute(route, positions, wanted, idsOf(mine, sides.carla, strange))
      const token = grace ? await world.signIn(globex.admin) : undefined
      const { reply, sent, problems: found } = await tryCall(route, values, token, grace ? GLOBEX : [])
      problems.push(...found)
      if (strange.length === 0 && reply.status < 300) accepted.add(titleOf(route))
      const after = await Promise.all(watched.map(world.rowsOf))
      for (const [at, rows] of after.entries()) {
        const changes = compare(before[at] ?? new Map(), rows)
        const stray = describeChanges(strayChanges(changes, sent, accounts))
        problems.push(...stray.map((change) => `${titleOf(route)} ${JSON.stringify(values)}: ${change}`))
      }
      before = after
    }
  }

  for (const route of server.declared.filter(({ allow }) => allow === 'public')) {
    await sweep(route, sides.gus, true)
    await sweep(route, sides.gus, false)
    if (positionsOf(route).some(isId)) await sweep(route, sides.dora, false)
    swept.routes.add(titleOf(route))
  }

  expect(problems).toEqual([])
})

const parametersOf = ({ name }: Topic): Position[] =>
  [...name.matchAll(/\{([a-z_]+)\}/g)].map(([, key = '']) => ({
    of: name,
    place: 'query',
    path: [key],
    shape: { type: 'string' },
  }))

function topicName(topic: Topic, side: Side) {
  const parameters = parametersOf(topic)
  const { query } = fill({ params: undefined, query: undefined, body: undefined }, parameters, parameters, idsOf(side))
  return topic.name.replace(/\{([a-z_]+)\}/g, (_, key: string) => String(query[key]))
}

/** The team says something public and something private in every conversation of Acme. */
async function acmeSpeaks() {
  const { acme, sides } = world
  for (const { label, conversation_id } of [sides.carla, sides.dora]) {
    for (const message of [{ body: world.mark(label) }, { body: world.mark('acme:team'), private: true }]) {
      await acme.admin.data('POST', '/api/messages', { message: { conversation_id, ...message } })
    }
    const conversation = { priority: 'priority', metadata: { sweep: world.mark('acme:team') } }
    await acme.admin.data('PUT', `/api/conversations/${conversation_id}`, { conversation })
  }
}

test('a topic is heard by those it is for', PATIENCE, async () => {
  const { server, acme, globex, sides } = world
  const { carla, dora, gus } = sides
  const payloads = [
    {},
    { customer_id: carla.customer_id },
    { customer_id: dora.customer_id },
    { customer_id: gus.customer_id, account_id: globex.id },
    { customer_id: { $ne: null } },
    { token: 'v1.garbage.garbage' },
  ]
  const problems: string[] = []

  for (const token of ['v1.garbage.garbage', acme.disabled.token]) {
    swept.requests += 1
    await expect(new RawSocket(server.url, token).opened()).rejects.toThrow('refused with')
  }

  for (const topic of server.realtime.declared) {
    const name = topicName(topic, carla)
    const listeners: Array<{ who: string; payload: object; socket: RawSocket }> = []
    for (const who of ['a stranger', 'Grace', 'a member'] as const) {
      if (who === 'a member' && topic.allow !== 'admin') continue
      const agent = { 'a stranger': undefined, Grace: globex.admin, 'a member': acme.member }[who]
      await each(payloads, 6, async (payload) => {
        const socket = await new RawSocket(server.url, agent && (await world.signIn(agent))).opened()
        swept.requests += 1
        const { status } = await socket.join(name, payload)
        if (topic.allow !== 'public' && status === 'ok') problems.push(`${who} joined ${topic.name} of Acme`)
        listeners.push({ who, payload, socket })
      })
    }
    for (const other of [dora, gus]) {
      const present = await Promise.all([name, `notification:${acme.id}`].map((name) => server.realtime.presence(name)))
      if (present.some((state) => `customer:${other.customer_id}` in state)) {
        problems.push(`somebody in ${topic.name} shows as ${other.label}`)
      }
    }
    await acmeSpeaks()
    for (const { who, payload, socket } of listeners) {
      await socket.push(name, 'ping', {})
      const sent = [...stringsIn(payload), ...name.split(':')]
      const opened = topic.allow === 'public' ? openedBy(world, name.split(':')) : new Set<Label>()
      const leaks = leaksIn(world, socket.frames.join('\n'), opened, sent)
      problems.push(...leaks.map((leak) => `${who} in ${topic.name} with ${JSON.stringify(payload)}: ${leak}`))
      socket.close()
    }
    swept.topics.add(topic.name)
  }

  expect(problems).toEqual([])
})

test('an event does nothing with the ids of others', PATIENCE, async () => {
  const { server, acme, globex, sides } = world
  const { carla, dora, gus } = sides
  const parts = (topic: Topic, event: string) => ({
    params: undefined,
    query: undefined,
    body: topic.events[event]?.input as object,
  })
  const problems: string[] = []

  for (const topic of server.realtime.declared) {
    for (const [event, { allow }] of Object.entries(topic.events)) {
      const title = `${event} in ${topic.name}`
      const positions = positionsOfEvent(topic, event)

      /** `mine` sits in a topic of their own and names ids of Carla. */
      const pushFrom = async (mine: Side, token: string | undefined, own: Label[]) => {
        const socket = await new RawSocket(server.url, token).opened()
        await socket.join(topicName(topic, mine), { customer_id: mine.customer_id })
        let before = await world.rowsOf(acme.id)
        for (const { strange, wanted } of attempts(positions)) {
          const { body } = fill(parts(topic, event), positions, wanted, idsOf(mine, carla, strange))
          swept.requests += 1
          const { status } = await socket.push(topicName(topic, mine), event, body)
          if (strange.length === 0 && status === 'ok') accepted.add(title)
          await socket.push(topicName(topic, mine), 'ping', {})
          const sent = [...stringsIn(body), ...topicName(topic, mine).split(':')]
          const opened = topic.allow === 'public' ? openedBy(world, sent) : []
          const leaks = leaksIn(world, socket.frames.join('\n'), new Set([...own, ...opened]), sent)
          const after = await world.rowsOf(acme.id)
          const changes = compare(before, after)
          before = after
          const stray =
            mine === gus ? changes : strayChanges(changes, [...sent, mine.customer_id], [acme.id, globex.id])
          const wrong = [...leaks, ...describeChanges(stray)]
          problems.push(...wrong.map((problem) => `${mine.label}: ${title} ${JSON.stringify(body)}: ${problem}`))
        }
        socket.close()
      }
      const isPublic = topic.allow === 'public'
      await pushFrom(gus, isPublic ? undefined : await world.signIn(globex.admin), GLOBEX)
      if (isPublic) await pushFrom(dora, undefined, ['dora', 'acme:public'])

      /** Without a membership there is no event. */
      const before = await world.rowsOf(acme.id)
      const intruders = [
        undefined,
        await world.signIn(globex.admin),
        ...(allow === 'admin' ? [await world.signIn(acme.member)] : []),
      ]
      for (const token of intruders) {
        const socket = await new RawSocket(server.url, token).opened()
        const name = topicName(topic, carla)
        if (!isPublic) await socket.join(name, {})
        const { body } = fill(parts(topic, event), positions, positions, idsOf(carla))
        swept.requests += 1
        const { status } = await socket.push(name, event, body)
        if (status !== 'error') problems.push(`${title} was taken from somebody who is not in it`)
        socket.close()
      }
      const { added, changed, removed } = compare(before, await world.rowsOf(acme.id))
      const own = ({ table }: { table: string }) => table !== 'sessions' && table !== 'renewal_tokens'
      problems.push(...describeChanges({ added: added.filter(own), changed, removed }))
      swept.events.add(title)
    }
  }

  expect(problems).toEqual([])
})

test('sweeps every declared route, topic and event', () => {
  const { declared, realtime } = world.server
  const events = realtime.declared.flatMap((topic) =>
    Object.keys(topic.events).map((event) => `${event} in ${topic.name}`),
  )
  const outside = [...swept.routes, ...swept.events].filter((title) => !accepted.has(title))
  console.log(
    `Tenant sweep: ${swept.routes.size} routes, ${swept.topics.size} topics, ${swept.events.size} events, ` +
      `${swept.requests} requests. Refused even with the caller's own ids: ${outside.join(', ') || 'none'}.`,
  )
  expect(swept.routes).toEqual(new Set(declared.map(titleOf)))
  expect(swept.topics).toEqual(new Set(realtime.declared.map(({ name }) => name)))
  expect(swept.events).toEqual(new Set(events))
  for (const count of [swept.routes.size, swept.topics.size, swept.events.size]) expect(count).toBeGreaterThan(0)
})

import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { signAccessToken } from '../../src/features/identity/sessions/tokens.js'
import type { DeclaredRoute } from '../../src/platform/http/server.js'
import { startTestServer } from '../server.js'
import { sendInEveryConversation } from './company.js'
import { leaksIn, openedBy, strayChanges, stringsIn, wholeText } from './leaks.js'
import { findUnreached, noteOwnCall } from './reached.js'
import { fill, fillRoute, type Values } from './request.js'
import { each, outgoing, send } from './send.js'
import { nameOf, partsOfEvent, positionsOf, positionsOfEvent, titleOf } from './shape.js'
import { compare, describeChanges } from './snapshot.js'
import { RawSocket } from './socket.js'
import { attempts, idsOf, isId, isNotAuthenticated, topicName } from './strange-ids.js'
import { buildWorld, type Label, type Side, type World } from './world.js'

/** Each test makes hundreds of calls and reads every table between them. */
const TIMEOUT = { timeout: 400_000 }

let world: World
const swept = { routes: new Set<string>(), topics: new Set<string>(), events: new Set<string>(), requests: 0 }

beforeAll(async () => {
  world = await buildWorld(
    await startTestServer({
      env: {
        MAIL_IN_DOMAIN: 'chat.sweep.test',
        DISCORD_URL: 'http://127.0.0.1:9',
        TWILIO_URL: 'http://127.0.0.1:9',
        GITHUB_API_URL: 'http://127.0.0.1:9',
      },
    }),
  )
})

const GLOBEX: Label[] = ['gus', 'globex:team', 'globex:public']

async function call(route: DeclaredRoute, values: Values, token?: string) {
  swept.requests += 1
  return send(world.server.url, outgoing(route, values, token))
}

/** Calls a route and lists what the response leaks to the caller. */
async function tryCall(route: DeclaredRoute, values: Values, token: string | undefined, own: Label[]) {
  const reply = await call(route, values, token)
  const sent = stringsIn(values)
  const opened = route.allow === 'public' ? openedBy(world, sent) : []
  const problems = leaksIn(world, wholeText(reply), new Set([...own, ...opened]), sent)
  if (reply.status >= 500) problems.push(`answered ${reply.status}: ${reply.text}`)
  return { reply, sent, problems: problems.map((problem) => `${titleOf(route)} ${JSON.stringify(values)}: ${problem}`) }
}

test('refuses callers without access with 401 or 403, and shows and changes nothing', TIMEOUT, async () => {
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
    ['an API key', await world.keyOf(acme.admin)],
  ]
  const deleted = await world.newcomer(acme.id, { key: true })
  await world.pool.query('delete from personal_api_keys where user_id = (select max(user_id) from personal_api_keys)')
  await server.platform.settleChange('api_key:')
  const keyStrangers: typeof strangers = [
    ['nobody', undefined],
    ['garbage', 'Bearer papercups_garbage'],
    ['a session', await world.signIn(acme.admin)],
    ['a deleted API key', deleted],
    ['a disabled user', await world.keyOf(acme.disabled)],
  ]
  const problems: string[] = []
  const guarded = server.declared.filter(({ allow }) => allow !== 'public')

  await each(guarded, 4, async (route) => {
    const positions = positionsOf(route)
    const values = fillRoute(route, positions, [], idsOf(world, sides.carla))
    const methods = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]
    for (const method of methods) {
      for (const [who, token] of route.key ? keyStrangers : strangers) {
        const { reply, problems: found } = await tryCall({ ...route, method }, values, token, [])
        const refused = method === 'HEAD' || isNotAuthenticated(reply.text, who === 'a disabled user')
        if (reply.status !== 401 || !refused)
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
  problems.push(...describeChanges({ added: [], changed, removed }))
  expect(problems, problems.slice(0, 20).join('\n')).toEqual([])
  expect(guarded.length).toBeGreaterThan(0)
})

test("an admin of another account reads and changes nothing with Acme's ids", TIMEOUT, async () => {
  const { server, acme, globex, sides } = world
  const problems: string[] = []

  for (const route of server.declared.filter(({ allow }) => allow !== 'public')) {
    const positions = positionsOf(route)
    const before = await world.rowsOf(acme.id)
    for (const { strange, wanted } of attempts(world, positions)) {
      const values = fillRoute(route, positions, wanted, idsOf(world, sides.gus, sides.carla, strange))
      const token = await (route.key ? world.keyOf : world.signIn)(globex.admin)
      const { reply, problems: found } = await tryCall(route, values, token, GLOBEX)
      problems.push(...found)
      if (strange.length === 0) noteOwnCall(titleOf(route), reply.status < 400, `${reply.status} ${reply.text}`)
      const inPath = strange.some(({ place }) => place === 'params')
      if (inPath && reply.status < 400) problems.push(`${titleOf(route)} took ${strange.map(nameOf).join()} of Acme`)
    }
    const changes = describeChanges(compare(before, await world.rowsOf(acme.id)))
    problems.push(...changes.map((change) => `after ${titleOf(route)}: ${change}`))
    swept.routes.add(titleOf(route))
  }

  expect(problems, problems.slice(0, 20).join('\n')).toEqual([])
})

test('without a sign-in an id gives access to its own data only', TIMEOUT, async () => {
  const { server, acme, globex, sides } = world
  const accounts = [acme.id, globex.id]
  const problems: string[] = []

  /** Calls with the ids of `mine` and of Carla. */
  async function sweep(route: DeclaredRoute, mine: Side, grace: boolean) {
    const positions = positionsOf(route)
    const watched = grace ? [acme.id] : accounts
    let before = await Promise.all(watched.map(world.rowsOf))
    for (const { strange, wanted } of attempts(world, positions)) {
      const values = fillRoute(route, positions, wanted, idsOf(world, mine, sides.carla, strange))
      const token = grace ? await world.signIn(globex.admin) : undefined
      const { reply, sent, problems: found } = await tryCall(route, values, token, grace ? GLOBEX : [])
      problems.push(...found)
      if (strange.length === 0) noteOwnCall(titleOf(route), reply.status < 400, `${reply.status} ${reply.text}`)
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
    if (positionsOf(route).some((position) => isId(world, position))) await sweep(route, sides.dora, false)
    swept.routes.add(titleOf(route))
  }

  expect(problems, problems.slice(0, 20).join('\n')).toEqual([])
})

test('only its audience receives the messages of a topic', TIMEOUT, async () => {
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
    const name = topicName(world, topic, carla)
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
    await sendInEveryConversation(world)
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

  expect(problems, problems.slice(0, 20).join('\n')).toEqual([])
})

test('a socket event reads and changes nothing with the ids of others', TIMEOUT, async () => {
  const { server, acme, globex, sides } = world
  const { carla, dora, gus } = sides
  const problems: string[] = []

  for (const topic of server.realtime.declared) {
    for (const [event, { allow }] of Object.entries(topic.events)) {
      const title = `${event} in ${topic.name}`
      const positions = positionsOfEvent(topic, event)

      /** `mine` joins their own topic and sends ids of Carla. */
      const pushFrom = async (mine: Side, token: string | undefined, own: Label[]) => {
        const socket = await new RawSocket(server.url, token).opened()
        await socket.join(topicName(world, topic, mine), { customer_id: mine.customer_id })
        let before = await world.rowsOf(acme.id)
        for (const { strange, wanted } of attempts(world, positions)) {
          const { body } = fill(partsOfEvent(topic, event), positions, wanted, idsOf(world, mine, carla, strange))
          swept.requests += 1
          const { status, response } = await socket.push(topicName(world, topic, mine), event, body)
          if (strange.length === 0) noteOwnCall(title, status === 'ok', JSON.stringify(response))
          await socket.push(topicName(world, topic, mine), 'ping', {})
          const sent = [...stringsIn(body), ...topicName(world, topic, mine).split(':')]
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

      /** Events without a membership are refused. */
      const before = await world.rowsOf(acme.id)
      const intruders = [
        undefined,
        await world.signIn(globex.admin),
        ...(allow === 'admin' ? [await world.signIn(acme.member)] : []),
      ]
      for (const token of intruders) {
        const socket = await new RawSocket(server.url, token).opened()
        const name = topicName(world, topic, carla)
        if (!isPublic) await socket.join(name, {})
        const { body } = fill(partsOfEvent(topic, event), positions, positions, idsOf(world, carla))
        swept.requests += 1
        const { status } = await socket.push(name, event, body)
        if (status !== 'error') problems.push(`${title} was accepted without a membership`)
        socket.close()
      }
      const { added, changed, removed } = compare(before, await world.rowsOf(acme.id))
      const own = ({ table }: { table: string }) => table !== 'sessions' && table !== 'renewal_tokens'
      problems.push(...describeChanges({ added: added.filter(own), changed, removed }))
      swept.events.add(title)
    }
  }

  expect(problems, problems.slice(0, 20).join('\n')).toEqual([])
})

test('sweeps every declared route, topic and event', () => {
  const { declared, realtime } = world.server
  const events = realtime.declared.flatMap((topic) =>
    Object.keys(topic.events).map((event) => `${event} in ${topic.name}`),
  )
  console.log(
    `Tenant sweep: ${swept.routes.size} routes, ${swept.topics.size} topics, ${swept.events.size} events, ` +
      `${swept.requests} requests.`,
  )
  expect(swept.routes).toEqual(new Set(declared.map(titleOf)))
  expect(swept.topics).toEqual(new Set(realtime.declared.map(({ name }) => name)))
  expect(swept.events).toEqual(new Set(events))
  for (const count of [swept.routes.size, swept.topics.size, swept.events.size]) expect(count).toBeGreaterThan(0)
})

test("accepts the caller's own ids, so that the sweep reaches every handler", () => {
  expect(findUnreached()).toEqual([])
})

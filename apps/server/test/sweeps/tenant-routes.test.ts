import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { signAccessToken } from '../../src/features/identity/sessions/tokens.js'
import type { DeclaredRoute } from '../../src/platform/http/server.js'
import { leaksIn, openedBy, strayChanges, stringsIn, wholeText } from './leaks.js'
import { OwnCalls, UNREACHED_ROUTES } from './reached.js'
import { fillRoute, type Values } from './request.js'
import { each, outgoing, send } from './send.js'
import { nameOf, positionsOf, titleOf } from './shape.js'
import { compare, describeChanges } from './snapshot.js'
import { attempts, idsOf, isId, isNotAuthenticated } from './strange-ids.js'
import { buildWorld, GLOBEX, startSweepServer, type Label, type Side, type World } from './world.js'

/** Each test makes hundreds of calls and reads every table between them. */
const TIMEOUT = { timeout: 400_000 }

let world: World
const ownCalls = new OwnCalls()
const swept = { routes: new Set<string>(), requests: 0 }

beforeAll(async () => {
  world = await buildWorld(await startSweepServer())
})

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
      if (strange.length === 0) ownCalls.note(titleOf(route), reply.status < 400, `${reply.status} ${reply.text}`)
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
      if (strange.length === 0) ownCalls.note(titleOf(route), reply.status < 400, `${reply.status} ${reply.text}`)
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

test('sweeps every declared route', () => {
  console.log(`Tenant sweep: ${swept.routes.size} routes, ${swept.requests} requests.`)
  expect(swept.routes).toEqual(new Set(world.server.declared.map(titleOf)))
  expect(swept.routes.size).toBeGreaterThan(0)
})

test("accepts the caller's own ids, so that the sweep reaches every handler", () => {
  expect(ownCalls.findUnreached(UNREACHED_ROUTES)).toEqual([])
})

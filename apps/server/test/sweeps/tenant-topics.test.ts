import { beforeAll, expect, test } from 'vitest'
import { sendInEveryConversation } from './company.js'
import { leaksIn, openedBy, strayChanges, stringsIn } from './leaks.js'
import { OwnCalls, UNREACHED_EVENTS } from './reached.js'
import { fill } from './request.js'
import { each } from './send.js'
import { partsOfEvent, positionsOfEvent } from './shape.js'
import { compare, describeChanges } from './snapshot.js'
import { RawSocket } from './socket.js'
import { attempts, idsOf, topicName } from './strange-ids.js'
import { buildWorld, GLOBEX, startSweepServer, type Label, type Side, type World } from './world.js'

/** Each test sends hundreds of frames and reads every table between them. */
const TIMEOUT = { timeout: 400_000 }

let world: World
const ownCalls = new OwnCalls()
const swept = { topics: new Set<string>(), events: new Set<string>(), requests: 0 }

beforeAll(async () => {
  world = await buildWorld(await startSweepServer())
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
          if (strange.length === 0) ownCalls.note(title, status === 'ok', JSON.stringify(response))
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

test('sweeps every declared topic and event', () => {
  const { declared } = world.server.realtime
  const events = declared.flatMap((topic) => Object.keys(topic.events).map((event) => `${event} in ${topic.name}`))
  console.log(`Tenant sweep: ${swept.topics.size} topics, ${swept.events.size} events, ${swept.requests} requests.`)
  expect(swept.topics).toEqual(new Set(declared.map(({ name }) => name)))
  expect(swept.events).toEqual(new Set(events))
  for (const count of [swept.topics.size, swept.events.size]) expect(count).toBeGreaterThan(0)
})

test("accepts the sender's own ids, so that the sweep reaches every handler", () => {
  expect(ownCalls.findUnreached(UNREACHED_EVENTS)).toEqual([])
})

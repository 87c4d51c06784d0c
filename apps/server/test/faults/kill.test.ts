import type { Message } from '@papercups/contract'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { Agent } from '../story.js'
import { ensureServerIsBuilt, freePort, ServerProcess } from './server-process.js'
import { until } from './until.js'
import { BusyAgent, BusyVisitor, upTo, type Tally } from './writers.js'

const PATIENCE = { timeout: 180_000 }

beforeAll(ensureServerIsBuilt, 120_000)

/** A company on a server of its own, with the database that comes with it. */
async function startCompany(visitors: number) {
  const data_dir = await mkdtemp(join(tmpdir(), 'papercups-fault-'))
  const server = new ServerProcess(await freePort(), { DATA_DIR: data_dir })
  onTestFinished(async () => {
    await server.end('SIGTERM')
    await rm(data_dir, { recursive: true, force: true })
  }, 60_000)
  await server.start()
  const boss = await new Agent(server.url).register({ company_name: 'Acme', email: 'ada@acme.test' })
  const people = await Promise.all(
    Array.from({ length: visitors }, () => new BusyVisitor(server.url).arrives(boss.account_id)),
  )
  const agents = [new BusyAgent(server.url), new BusyAgent(server.url)]
  for (const agent of agents) agent.token = boss.token
  return { server, data_dir, account_id: boss.account_id, visitors: people, agents, boss }
}

const postmasterOf = (data_dir: string) =>
  Number.parseInt(readFileSync(join(data_dir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)

/** PostgreSQL without a chance to say goodbye; the server has to notice, start it again and go on. */
async function killPostgres(server: ServerProcess, data_dir: string) {
  const before = postmasterOf(data_dir)
  process.kill(before, 'SIGKILL')
  await until('PostgreSQL to be started again', async () => {
    try {
      return postmasterOf(data_dir) !== before && (await server.isReady())
    } catch {
      return false
    }
  })
}

async function restart(server: ServerProcess) {
  await server.end('SIGKILL')
  await server.start()
}

const authorOf = ({ body }: Message) => body?.replace(/ \d+$/, '') ?? ''
const numberOf = ({ body }: Message) => Number(body?.match(/\d+$/)?.[0])

test('stores every acknowledged message once and in order after any process is killed', PATIENCE, async () => {
  const { server, data_dir, account_id, visitors, agents, boss } = await startCompany(4)
  const conversations = visitors.map(({ conversation_id }) => conversation_id)
  const tally: Tally = { acknowledged: [], wrong: [] }
  for (const agent of agents) agent.listen(account_id, conversations, tally)
  for (const visitor of visitors) visitor.listen(account_id, tally)

  const [each_visitor, each_agent] = [40, 80]
  const total = visitors.length * each_visitor + agents.length * each_agent
  const writing = Promise.all([
    ...visitors.map((visitor, at) => visitor.write(`visitor ${at}`, upTo(each_visitor), tally)),
    ...agents.map((agent, at) => agent.write(conversations, `agent ${at}`, upTo(each_agent), tally)),
  ])
  const faults = ['server', 'postgres', 'server', 'server', 'postgres', 'server'] as const
  for (const [at, fault] of faults.entries()) {
    const due = ((at + 1) * total) / (faults.length + 1)
    await until(`${due} acknowledged messages`, () => tally.acknowledged.length >= due)
    await (fault === 'server' ? restart(server) : killPostgres(server, data_dir))
  }
  await writing

  expect(tally.wrong).toEqual([])
  expect(tally.acknowledged).toHaveLength(total)
  const stored: Message[] = []
  for (const [at, id] of conversations.entries()) {
    const messages: Message[] = await boss.data('GET', `/api/conversations/${id}/messages?after=0&limit=500`)
    stored.push(...messages)
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
    for (const author of new Set(messages.map(authorOf))) {
      const numbers = messages.filter((message) => authorOf(message) === author).map(numberOf)
      expect(numbers, author).toEqual(numbers.toSorted((a, b) => a - b))
    }
    const ids = messages.map((message) => message.id)
    for (const view of [...agents, visitors[at]].map((somebody) => somebody?.view)) {
      const shown = () => view?.of(id).map((message) => message.id) ?? []
      await until(`a screen to show all of a conversation`, () => shown().length >= ids.length).catch(() => undefined)
      expect(shown()).toEqual(ids)
    }
  }
  expect(stored.map(({ client_message_id }) => client_message_id).toSorted()).toEqual(tally.acknowledged.toSorted())
  console.log(
    `Fault test: ${total} messages in ${conversations.length} conversations through ${faults.length} kills ` +
      `(${faults.filter((fault) => fault === 'postgres').length} of PostgreSQL): each stored once, in order, shown once.`,
  )
})

test('clients fetch missed messages after the database was away', PATIENCE, async () => {
  const { server, data_dir, account_id, visitors, agents } = await startCompany(1)
  const joins = { agent: 0, visitor: 0 }
  agents[0]?.line.topic(`notification:${account_id}`).join({ joined: () => (joins.agent += 1) })
  const conversation = `conversation:${visitors[0]?.conversation_id}` as const
  visitors[0]?.line.topic(conversation).join({ joined: () => (joins.visitor += 1) })
  await until('both to listen', () => joins.agent === 1 && joins.visitor === 1)

  await killPostgres(server, data_dir)

  await until('both to join again', () => joins.agent === 2 && joins.visitor === 2)
})

test('a server that is stopped under load has stored every message that it acknowledged', PATIENCE, async () => {
  const { server, visitors, agents, boss } = await startCompany(1)
  const [visitor] = visitors
  const [agent] = agents
  if (!visitor || !agent) throw new Error('nobody came')
  const answered: string[] = []
  let stopped = false

  const post = async () => {
    while (!stopped) {
      const message = { conversation_id: visitor.conversation_id, body: 'Under load' }
      const answer = await agent.post('/api/messages', { message }).catch(() => undefined)
      if (answer?.status === 201) answered.push(answer.body.data.id)
    }
  }
  const posting = Promise.all(Array.from({ length: 8 }, post))
  await until('some answers', () => answered.length >= 40)
  const code = await server.end('SIGTERM')
  stopped = true
  await posting

  expect(code, server.said).toBe(0)
  await server.start()
  const stored: Message[] = []
  for (;;) {
    const path = `/api/conversations/${visitor.conversation_id}/messages?after=${stored.length}&limit=500`
    const page: Message[] = await boss.data('GET', path)
    if (page.length === 0) break
    stored.push(...page)
  }
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1))
  const ids = new Set(stored.map(({ id }) => id))
  expect(answered.filter((id) => !ids.has(id))).toEqual([])
})

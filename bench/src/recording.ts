import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { startBareServer } from './bare-server.js'
import type { Child } from './child.js'
import { openMany, PhoenixClient } from './clients/phoenix-client.js'
import { RawSocket } from './clients/raw-socket.js'
import { toFigure } from './figure.js'
import { registerCompany, seatCustomers, startProduct, type Company, type Ground } from './ground.js'
import { median, takeTurns } from './statistics.js'
import { openChats } from './visitors.js'

const RECORDERS = 500
/** Each recorder sends every ten seconds while nobody watches. */
const A_SECOND = RECORDERS / 10
const ROUNDS = 4
const ROUND_SECONDS = 8
const MESSAGES = 200
const MESSAGES_A_SECOND = 50
/** Sessions that one slow agent watches, and what each of them sends. */
const WATCHED = 40
const LARGE_BATCHES = 8

/** 500 recorders: processor time against an echo, the latency of messages beside them, and memory with a slow watcher. */
export async function measureRecording(ground: Ground) {
  const product = await startProduct(ground)
  const bare = await startBareServer()
  const company = await registerCompany(product)
  const sessions = await startSessions(ground, company)
  const topicOf = (index: number) => `events:${company.account_id}:${sessions[index]}`
  const recorders = await openMany(RECORDERS, async (index) => {
    const client = await PhoenixClient.open(product.port)
    await client.join(topicOf(index), { recorder: 2 })
    return client
  })
  const echoes = await openMany(RECORDERS, () => RawSocket.open(bare.port, '/echo'))
  const batch = { ...tenSeconds(60), page: randomUUID() }
  let seq = 0
  const record = () => {
    const index = (seq += 1) % RECORDERS
    recorders[index]?.push(topicOf(index), 'replay:events', { ...batch, seq })
  }
  const echo = () => {
    const index = (seq += 1) % RECORDERS
    const frame = [topicOf(index), String(seq), topicOf(index), 'replay:events', { ...batch, seq }]
    echoes[index]?.send(JSON.stringify(frame))
  }

  const stayAwake = () => Promise.all(recorders.map((client) => client.beat()))
  const seconds = ground.scale(ROUND_SECONDS, 3)
  const ours = async () => {
    await stayAwake()
    return processorTime(product.process, seconds, record)
  }
  const limit = () => processorTime(bare.process, seconds, echo)
  await Promise.all([ours(), limit()])
  const processor = await takeTurns(ground.scale(ROUNDS, 2), { ours, limit })

  const seats = await seatCustomers(ground, company, 50)
  const chats = await openChats(product, company, seats)
  const latency = async (isRecording: boolean) => {
    await Promise.all([stayAwake(), chats.stayAwake()])
    const stop = new AbortController()
    const recording = isRecording ? paced(A_SECOND, record, stop.signal) : undefined
    const took = await chats.measure(ground.scale(MESSAGES, 100), MESSAGES_A_SECOND)
    stop.abort()
    await recording
    return median(took)
  }
  await latency(false)
  const latencies = await takeTurns(ground.scale(ROUNDS, 2), { ours: () => latency(true), limit: () => latency(false) })

  const watcher = await PhoenixClient.open(product.port, company.token)
  const { account_id } = company
  for (const session of sessions.slice(0, WATCHED)) await watcher.join(`events:admin:${account_id}:${session}:batches`)
  const before = (await product.process.probe('memory')).memory.rss
  watcher.stopReading()
  const large = { ...tenSeconds(2_000), page: randomUUID() }
  let sent_bytes = 0
  for (let count = 0; count < LARGE_BATCHES; count += 1) {
    for (let index = 0; index < WATCHED; index += 1) {
      recorders[index]?.push(topicOf(index), 'replay:events', { ...large, seq: (seq += 1) })
      sent_bytes += large.events.length
    }
    await stayAwake()
  }
  const after = (await product.process.probe('memory')).memory.rss

  chats.close()
  for (const socket of [watcher, ...recorders, ...echoes]) socket.close()
  await Promise.all([product.stop(), bare.stop()])
  const MB = 1_048_576
  return [
    toFigure({
      name: 'recording: processor',
      unit: 'µs/batch',
      goal: { at_most: 3 },
      rounds: processor,
      beside: { 'bytes of a batch': batch.events.length, 'batches a second': A_SECOND },
    }),
    toFigure({ name: 'recording: latency', unit: 'ms', goal: { at_most: 1.3 }, rounds: latencies }),
    toFigure({
      name: 'recording: slow watcher',
      unit: 'MB',
      goal: { at_most: 1.5 },
      rounds: [{ ours: after / MB, limit: before / MB }],
      beside: { 'MB sent to the watcher': sent_bytes / MB },
    }),
  ]
}

async function startSessions({ pool }: Ground, { account_id }: Company) {
  const { rows } = await pool.query<{ id: string }>(
    'insert into browser_sessions (account_id, started_at) select $1, now() from generate_series(1, $2::int) returning id',
    [account_id, RECORDERS],
  )
  return rows.map(({ id }) => id)
}

/** What a visitor does in ten seconds: the pointer moves, and parts of the page change. */
function tenSeconds(changes: number) {
  const first_at = Date.now()
  const events = Array.from({ length: changes }, (_, n) => ({
    type: 3,
    timestamp: first_at + n * 150,
    data:
      n % 3 === 0
        ? {
            source: 1,
            positions: Array.from({ length: 10 }, (_, at) => ({ x: (n * 37) % 1280, y: (at * 91) % 720, id: n })),
          }
        : { source: 0, texts: [{ id: n, value: randomUUID() }], attributes: [], removes: [], adds: [] },
  }))
  const last_at = first_at + (changes - 1) * 150
  const marks = [{ at: first_at, kind: 'page', text: 'https://acme.test/pricing' }]
  const packed = gzipSync(JSON.stringify(events)).toString('base64')
  return { events: packed, first_at, last_at, snapshot: false, marks }
}

async function processorTime(server: Child, seconds: number, send: () => void) {
  const before = await server.probe('cpu')
  const sent = await paced(A_SECOND, send, AbortSignal.timeout(seconds * 1_000))
  const after = await server.probe('cpu')
  return (after.cpu - before.cpu) / sent
}

/** Sends at a steady rate until the signal. Returns how often. */
async function paced(a_second: number, send: () => void, until: AbortSignal) {
  const begun = performance.now()
  let sent = 0
  while (!until.aborted) {
    send()
    sent += 1
    const wait = begun + (sent * 1_000) / a_second - performance.now()
    if (wait > 0) await delay(wait)
  }
  return sent
}

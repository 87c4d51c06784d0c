import { startChild, type Child } from './child.js'
import { HttpLane, requestBytes } from './clients/http-lane.js'
import { SmtpLane } from './clients/smtp-lane.js'
import { toFigure } from './figure.js'
import { freePort, registerCompany, startProduct, type Company, type Ground, type Product } from './ground.js'
import { startNameServer } from './local-dns.js'
import { rate, takeTurns, type Round } from './statistics.js'
import { p95 } from './two-sizes.js'
import { writeMail } from './written-mails.js'

const CONNECTIONS = 16
const ROUNDS = 8
const ROUND_MS = 3_000
const WARM_UP_MS = 15_000
const MAILS_OF_A_PERSON = 4
const LONG = 500
const SHORT = 50
/** Calls of one turn. */
const OPENED = 120
/** The whole mail is a little below the limit of 25 MB. */
const LARGE_BYTES = 18_000_000
const LARGE_ROUNDS = 3

/** Mails over SMTP: how many a second, the memory of a large one, and a long thread of them. */
export async function measureMail(ground: Ground) {
  // First, because a later process would also work off the events of the mails before it.
  const large = await measureLargeMail(ground)
  const scene = await prepare(ground)
  const figures = [await measureRate(scene), await measureThread(scene), large]
  await scene.stop()
  return figures
}

interface Scene {
  ground: Ground
  product: Product
  company: Company
  /** The port of the receiver, and an address that it accepts. */
  port: number
  to: string
  stop(): Promise<void>
}

async function prepare(ground: Ground): Promise<Scene> {
  const names = await startNameServer()
  const port = await freePort()
  const product = await startProduct(ground, names.node_options, {
    ...names.env,
    MAIL_IN_PORT: String(port),
    MAIL_IN_DOMAIN: 'chat.acme.test',
    MAIL_IN_PER_MINUTE: '1000000',
    UPLOAD_MB_PER_ACCOUNT: '900000',
  })
  const company = await registerCompany(product)
  const to = await newForwardingAddress(product, company)
  const stop = async () => {
    await product.stop()
    names.stop()
  }
  return { ground, product, company, port, to, stop }
}

/** Mails a second: stored and threaded, against a mail server that only parses them. */
async function measureRate({ ground, product, port, to }: Scene) {
  const bare = startChild(new URL('./bare-mail-server.js', import.meta.url))
  const ours = await openLanes(port)
  const limit = await openLanes((await bare.heard<{ port: number }>('port')).port)
  const sending = (lanes: SmtpLane[]) => {
    const senders = lanes.map((lane) => ({ lane, write: createWriter(to) }))
    return (ms: number) =>
      rate(ms, CONNECTIONS, async (at) => {
        const { lane, write } = senders[at] as (typeof senders)[number]
        const { from, raw } = write()
        await lane.send(from, to, raw)
      })
  }
  const [sendOurs, sendBare] = [sending(ours), sending(limit)]
  await sendOurs(ground.scale(WARM_UP_MS))
  await sendBare(ground.scale(WARM_UP_MS / 2))
  const spent = { ours: 0, limit: 0 }
  const count = ground.scale(ROUNDS)
  const timed = async (side: keyof typeof spent, process: Child, send: (ms: number) => Promise<number>) => {
    const before = await process.probe('cpu')
    const a_second = await send(ROUND_MS)
    const { cpu } = await process.probe('cpu')
    spent[side] += (cpu - before.cpu) / (a_second * ROUND_MS) / count
    return a_second
  }
  const rounds = await takeTurns(count, {
    ours: () => timed('ours', product.process, sendOurs),
    limit: () => timed('limit', bare, sendBare),
  })
  for (const lane of [...ours, ...limit]) lane.close()
  await bare.stop()
  return toFigure({
    name: 'mail',
    unit: 'mails/s',
    goal: { at_least: 0.5 },
    rounds,
    beside: { 'server processor ms/mail': spent.ours, 'bare processor ms/mail': spent.limit },
  })
}

/** What the dashboard asks when somebody opens a conversation: p95 of a long one and of a short one. */
async function measureThread({ ground, product, company, port, to }: Scene) {
  const mailer = await SmtpLane.open(port)
  const lane = await HttpLane.open(product.port)
  const open = async (mails: number) => {
    const write = createWriter(to, mails)
    let from = ''
    for (let sent = 0; sent < mails; sent += 1) {
      const mail = write()
      from = mail.from
      await mailer.send(mail.from, to, mail.raw)
    }
    const { rows } = await ground.pool.query<{ conversation_id: string; seq: string }>(
      `select m.conversation_id, m.seq from incoming_mails i
         join messages m on m.account_id = i.account_id and m.id = i.message_id
       where i.from_email = $1 order by m.seq desc limit 50`,
      [from],
    )
    const { conversation_id, seq: oldest } = rows.at(-1) ?? {}
    const paths = [
      `/api/conversations/${conversation_id}?message_limit=1`,
      `/api/conversations/${conversation_id}/messages?limit=50`,
      `/api/conversations/${conversation_id}/emails?after=${Number(oldest) - 1}`,
      `/api/conversations/${conversation_id}/reply_recipients`,
    ]
    return paths.map((path) => requestBytes(path, company.token))
  }
  const [long, short] = [await open(ground.scale(LONG, SHORT)), await open(SHORT)]
  mailer.close()
  for (const warming of [long, short]) await p95(lane, warming, OPENED)
  const rounds = await takeTurns(ground.scale(ROUNDS), {
    ours: () => p95(lane, long, OPENED),
    limit: () => p95(lane, short, OPENED),
  })
  lane.close()
  return toFigure({ name: 'mail: long thread', unit: 'ms, p95', goal: { at_most: 1.5 }, rounds })
}

/** The growth of the process at its peak. Each round is a new process, because an earlier one grew already. */
async function measureLargeMail(ground: Ground) {
  const rounds: Round[] = []
  for (let round = 0; round < ground.scale(LARGE_ROUNDS); round += 1) {
    const { product, port, to, stop } = await prepare(ground)
    const lane = await SmtpLane.open(port)
    const write = createWriter(to)
    for (let sent = 0; sent < 20; sent += 1) {
      const { from, raw } = write()
      await lane.send(from, to, raw)
    }
    const { memory } = await product.process.probe('memory')
    const { from, raw } = writeMail('carla-large', to, undefined, LARGE_BYTES)
    await lane.send(from, to, raw)
    const { peak } = await product.process.probe('cpu')
    rounds.push({ ours: Math.max(0, peak - memory.rss) / 1_000_000, limit: raw.length / 1_000_000 })
    lane.close()
    await stop()
  }
  return toFigure({ name: 'mail: 25 MB', unit: 'MB at the peak', goal: { at_most: 4 }, rounds })
}

const openLanes = (port: number) => Promise.all(Array.from({ length: CONNECTIONS }, () => SmtpLane.open(port)))

/** The first mail of a person opens a conversation, and the others answer it. */
function createWriter(to: string, mails = MAILS_OF_A_PERSON) {
  let [person, written, answered] = ['', 0, undefined as string | undefined]
  return () => {
    if (written % mails === 0) [person, answered] = [`carla-${crypto.randomUUID()}`, undefined]
    written += 1
    const mail = writeMail(person, to, answered)
    answered = mail.message_id
    return mail
  }
}

async function newForwardingAddress({ port }: Product, { token }: Company) {
  const headers = { authorization: token, 'content-type': 'application/json' }
  const call = async <T>(path: string, init: RequestInit) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...init })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { data: T }).data
  }
  const [inbox] = await call<Array<{ id: string }>>('/api/inboxes', {})
  const forwarding_address = { inbox_id: inbox?.id, description: 'Support' }
  const body = JSON.stringify({ forwarding_address })
  const made = await call<{ forwarding_email_address: string }>('/api/forwarding_addresses', { method: 'POST', body })
  return made.forwarding_email_address
}

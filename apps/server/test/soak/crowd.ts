import { setTimeout as delay } from 'node:timers/promises'
import { BusyAgent, BusyVisitor, upTo, type Tally } from '../faults/writers.js'
import { Agent } from '../story.js'
import type { Random } from './random.js'

const VISITORS = 36
const AGENTS_OVER_HTTP = 7
const AGENTS_OVER_SOCKETS = 7
export const WRITERS = VISITORS + AGENTS_OVER_HTTP + AGENTS_OVER_SOCKETS
/** Below what the limits allow a visitor. */
const VISITOR_PAUSE_MS = 700
const AGENT_PAUSE_MS = 200
const BURST = 100
/** Much less than an access token lives. */
const RENEW_MS = 300_000

export type Crowd = Awaited<ReturnType<typeof gatherCrowd>>

/** Visitors with a conversation each, agents who answer them, and two agents who only watch. */
export async function gatherCrowd(url: string, random: Random) {
  const boss = await new Agent(url).register({ company_name: 'Acme', email: 'ada@acme.test' })
  const { account_id } = boss
  const agents: BusyAgent[] = []
  const newAgent = () => {
    const agent = new BusyAgent(url)
    agent.token = boss.token
    agents.push(agent)
    return agent
  }
  const renew = async () => {
    await boss.signIn()
    for (const agent of agents) agent.token = boss.token
  }
  // A minute that falls into an outage is followed by another long before the tokens end.
  const renewing = setInterval(() => void renew().catch(() => undefined), RENEW_MS).unref()

  const tally: Tally = { acknowledged: [], wrong: [] }
  const visitors = await Promise.all(Array.from({ length: VISITORS }, () => new BusyVisitor(url).arrives(account_id)))
  const conversations = visitors.map(({ conversation_id }) => conversation_id)
  const watchers = [newAgent(), newAgent()]
  for (const watcher of watchers) watcher.listen(account_id, conversations, tally)
  for (const visitor of visitors) visitor.listen(account_id, tally)

  let stopped = false
  const steadily = async function* (pause_ms: number): AsyncGenerator<number> {
    for (let n = 1; !stopped; n += 1) {
      yield n
      await delay(pause_ms * random.between(0.5, 1.5))
    }
  }
  const writing: Array<Promise<void>> = []
  let busy = 0
  let bursts = 0
  const begin = (count: number, write: (at: number) => Promise<void>) => {
    for (let at = 0; at < count; at += 1) {
      busy += 1
      writing.push(write(at).finally(() => (busy -= 1)))
    }
  }

  return {
    ...{ account_id, conversations, visitors, watchers, tally },
    start() {
      begin(VISITORS, async (at) => visitors[at]?.write(`visitor ${at}`, steadily(VISITOR_PAUSE_MS), tally))
      begin(AGENTS_OVER_HTTP, (at) => newAgent().write(conversations, `agent ${at}`, steadily(AGENT_PAUSE_MS), tally))
      begin(AGENTS_OVER_SOCKETS, (at) =>
        newAgent().writeOverSocket(account_id, conversations, `mobile ${at}`, steadily(AGENT_PAUSE_MS), tally),
      )
    },
    /** Far more at once than there are connections to the database. */
    async burst() {
      bursts += 1
      const sender = newAgent()
      const send = (at: number) => sender.write(conversations, `burst ${bursts} ${at}`, upTo(1), tally)
      await Promise.all(Array.from({ length: BURST }, (_, at) => send(at)))
    },
    /** Writers that still wait for an acknowledgement. */
    get unfinished() {
      return busy
    },
    /** Everybody finishes the message that they are sending, or is given up after a while. */
    async stop(patience_ms: number) {
      clearInterval(renewing)
      stopped = true
      await Promise.race([Promise.all(writing), delay(patience_ms, undefined, { ref: false })])
    },
  }
}

import { send, sendInProcess, type Outgoing, type Reply } from './send.js'
import type { World } from './world.js'

/** Calls at the same time can use up a stand-in, too. */
const MOST_STAND_INS = 5

/** Sends requests, and continues as another user or visitor where a rate limit stops the first one. */
export function createSenders(world: World) {
  const { app, url } = world.server
  const deliver = (outgoing: Outgoing) => (outgoing.in_process ? sendInProcess(app, outgoing) : send(url, outgoing))
  /** The current replacement, by the token or customer id that a request was built with. */
  const standIns = new Map<string, string>()

  /** The browser session of each visitor that replaces the first one. */
  const sessions = new Map<string, string>()

  async function persist(first: string, sendAs: (who: string) => Promise<Reply>, replace: () => Promise<string>) {
    for (let left = MOST_STAND_INS; ; left -= 1) {
      const who = standIns.get(first) ?? first
      const reply = await sendAs(who)
      if (reply.status !== 429 || left === 0) return reply
      if ((standIns.get(first) ?? first) === who) standIns.set(first, await replace())
    }
  }

  return {
    async sendAsUser(outgoing: Outgoing) {
      const token = outgoing.headers?.authorization
      if (!token) return deliver(outgoing)
      const sendAs = (authorization: string) =>
        deliver({ ...outgoing, headers: { ...outgoing.headers, authorization } })
      return persist(token, sendAs, () => world.newcomer(world.globex.id, { key: token.startsWith('Bearer ') }))
    },
    async sendAsVisitor({ path, body, ...outgoing }: Outgoing) {
      const { gus } = world.sides
      const session_id = String(world.idOf(gus, { table: 'browser_sessions', column: 'id' }))
      const sendAs = (id: string) => {
        const asVisitor = (text: string) =>
          text.replaceAll(gus.customer_id, id).replaceAll(session_id, sessions.get(id) ?? session_id)
        const replaced = typeof body === 'string' ? asVisitor(body) : body
        return deliver({ ...outgoing, path: asVisitor(path), ...(replaced && { body: replaced }) })
      }
      return persist(gus.customer_id, sendAs, async () => {
        const { customer_id, browser_session_id } = await world.newRecordedVisitor(world.globex.id)
        sessions.set(customer_id, browser_session_id)
        return customer_id
      })
    },
  }
}

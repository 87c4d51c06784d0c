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
      const { customer_id } = world.sides.gus
      const sendAs = (id: string) => {
        const replaced = typeof body === 'string' ? body.replaceAll(customer_id, id) : body
        return deliver({ ...outgoing, path: path.replaceAll(customer_id, id), ...(replaced && { body: replaced }) })
      }
      return persist(customer_id, sendAs, () => world.newVisitor(world.globex.id))
    },
  }
}

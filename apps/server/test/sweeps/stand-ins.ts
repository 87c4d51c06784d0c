import { send, type Outgoing } from './send.js'
import type { World } from './world.js'

/** Sends requests, and continues as another user or visitor where a rate limit stops the first one. */
export function createSenders(world: World) {
  const { url } = world.server
  /** The current replacement, by the token or customer id that a request was built with. */
  const standIns = new Map<string, string>()

  return {
    async sendAsUser(outgoing: Outgoing) {
      const token = outgoing.headers?.authorization
      if (!token) return send(url, outgoing)
      const sendAs = (authorization: string) =>
        send(url, { ...outgoing, headers: { ...outgoing.headers, authorization } })
      const reply = await sendAs(standIns.get(token) ?? token)
      if (reply.status !== 429) return reply
      const next = await world.newcomer(world.globex.id, { key: token.startsWith('Bearer ') })
      standIns.set(token, next)
      return sendAs(next)
    },
    async sendAsVisitor({ path, body, ...outgoing }: Outgoing) {
      const { customer_id } = world.sides.gus
      const sendAs = (id: string) => {
        const replaced = typeof body === 'string' ? body.replaceAll(customer_id, id) : body
        return send(url, { ...outgoing, path: path.replaceAll(customer_id, id), ...(replaced && { body: replaced }) })
      }
      const reply = await sendAs(standIns.get(customer_id) ?? customer_id)
      if (reply.status !== 429) return reply
      const next = await world.newVisitor(world.globex.id)
      standIns.set(customer_id, next)
      return sendAs(next)
    },
  }
}

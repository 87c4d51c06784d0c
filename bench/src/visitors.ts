import type { Seat } from './bare-statement.js'
import { Clock, wordsOf } from './clock.js'
import type { Company, Product } from './ground.js'
import { openMany, PhoenixClient } from './clients/phoenix-client.js'

/** Joins the account's room and their own conversation, as the widget does. */
export async function openVisitor(port: number, account_id: string, { conversation_id, customer_id }: Seat) {
  const client = await PhoenixClient.open(port)
  await client.join(`room:${account_id}`)
  await client.join(topicOf({ conversation_id }), { customer_id })
  return client
}

export const topicOf = ({ conversation_id }: Pick<Seat, 'conversation_id'>) => `conversation:${conversation_id}`

/** Visitors who write in turn, and the agent who receives it. Both are in this process, so one clock measures both ends. */
export async function openChats({ port }: Product, { account_id, token }: Company, seats: Seat[]) {
  const clock = new Clock()
  const agent = await PhoenixClient.open(port, token)
  await agent.join(`notification:${account_id}`)
  agent.onFrame = clock.heard
  const visitors = await openMany(seats.length, (index) => openVisitor(port, account_id, seats[index] as Seat))
  const everybody = [agent, ...visitors]
  const say = (number: number) => {
    const at = number % visitors.length
    visitors[at]?.push(topicOf(seats[at] as Seat), 'shout', wordsOf(number))
  }
  return {
    clock,
    /** Milliseconds from the visitor's socket to the agent's, for each message. */
    measure: (messages: number, a_second: number) => clock.time(messages, a_second, say),
    /** The server disconnects silent sockets. */
    stayAwake: () => Promise.all(everybody.map((client) => client.beat())),
    close() {
      for (const client of everybody) client.close()
    },
  }
}

import type { Message } from '@papercups/contract'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, type Answer } from '../client.js'

/** A message on somebody's screen. */
export type Shown = Pick<Message, 'id' | 'seq' | 'body'>

/** A user's screen: each message once, no matter how it arrived and how often. */
class View {
  readonly #conversations = new Map<string, Map<string, Shown>>()

  add(messages: Message[]) {
    for (const { conversation_id, id, seq, body } of messages) this.#in(conversation_id).set(id, { id, seq, body })
  }

  of(conversation_id: string): Shown[] {
    return [...this.#in(conversation_id).values()].toSorted((a, b) => a.seq - b.seq)
  }

  #in(conversation_id: string) {
    let shown = this.#conversations.get(conversation_id)
    if (!shown) this.#conversations.set(conversation_id, (shown = new Map()))
    return shown
  }
}

/** Tries until the server answers with success, as every client of ours does. */
async function persist(call: () => Promise<Answer>, refused: (answer: Answer) => void): Promise<Answer> {
  for (;;) {
    const answer = await call().catch(() => undefined)
    if (answer && answer.status < 300) return answer
    // These tests expect a server that is down or starting up; any other refusal is a fault.
    if (answer && answer.status !== 503) refused(answer)
    await delay(25)
  }
}

export interface Tally {
  acknowledged: string[]
  wrong: string[]
}

const noteRefusal = (tally: Tally) => (answer: Answer) =>
  void tally.wrong.push(`HTTP ${answer.status} ${JSON.stringify(answer.body)}`)

/** The numbers of a writer's messages. The writer takes the next number when the last message is acknowledged. */
export type Turns = Iterable<number> | AsyncIterable<number>

export function* upTo(count: number) {
  for (let n = 1; n <= count; n += 1) yield n
}

/** Sends each message over a topic until it is acknowledged: again after an error and after a join, under the same id. */
class Outbox {
  readonly #push: (payload: object) => Promise<object>
  #attempt: (() => void) | undefined

  constructor(push: (payload: object) => Promise<object>) {
    this.#push = push
  }

  resend() {
    this.#attempt?.()
  }

  deliver(payload: object) {
    return new Promise<void>((resolve) => {
      let done = false
      const attempt = () => {
        if (done) return
        this.#push(payload).then(
          () => {
            done = true
            resolve()
          },
          () => void delay(25).then(attempt),
        )
      }
      this.#attempt = attempt
      attempt()
    })
  }
}

/** Writes over HTTP or the team's topic, and listens to that topic; after each join fetches what was missed. */
export class BusyAgent extends Client {
  readonly view = new View()

  listen(account_id: string, conversations: string[], tally: Tally) {
    const fetchMissed = async () => {
      for (const id of conversations) {
        const after = this.view.of(id).findLastIndex((message, at) => message.seq === at + 1) + 1
        const path = `/api/conversations/${id}/messages?after=${after}&limit=500`
        const { body } = await persist(() => this.get(path), noteRefusal(tally))
        this.view.add(body.data)
      }
    }
    this.line
      .topic(`notification:${account_id}`)
      .on('shout', (message) => this.view.add([message]))
      .join({ joined: () => void fetchMissed() })
  }

  async write(conversations: string[], author: string, turns: Turns, tally: Tally) {
    const post = (message: object) => persist(() => this.post('/api/messages', { message }), noteRefusal(tally))
    await writeTo(conversations, author, turns, tally, post)
  }

  /** As the mobile app does. */
  async writeOverSocket(account_id: string, conversations: string[], author: string, turns: Turns, tally: Tally) {
    const inbox = this.line.topic(`notification:${account_id}`)
    const outbox = new Outbox((message) => inbox.push('shout', message))
    inbox.join({ joined: () => outbox.resend() })
    await writeTo(conversations, author, turns, tally, (message) => outbox.deliver(message))
  }
}

async function writeTo(
  conversations: string[],
  author: string,
  turns: Turns,
  tally: Tally,
  send: (message: object) => Promise<unknown>,
) {
  for await (const n of turns) {
    const conversation_id = conversations[n % conversations.length]
    const client_message_id = randomUUID()
    await send({ conversation_id, body: `${author} ${n}`, client_message_id })
    tally.acknowledged.push(client_message_id)
  }
}

/** Writes over a socket and fetches the conversation after each join. */
export class BusyVisitor extends Client {
  readonly view = new View()
  customer_id = ''
  conversation_id = ''
  #outbox: Outbox | undefined

  async arrives(account_id: string) {
    this.customer_id = (await this.data('POST', '/api/customers', { customer: { account_id } })).id
    const conversation = { account_id, customer_id: this.customer_id }
    this.conversation_id = (await this.data('POST', '/api/conversations', { conversation })).id
    return this
  }

  listen(account_id: string, tally: Tally) {
    const path = `/api/conversations/customer?customer_id=${this.customer_id}&account_id=${account_id}`
    const fetchAll = async () => {
      const { body } = await persist(() => this.get(path), noteRefusal(tally))
      for (const { messages } of body.data) this.view.add(messages)
    }
    const chat = this.line.topic(`conversation:${this.conversation_id}`, { customer_id: this.customer_id })
    const outbox = new Outbox((message) => chat.push('shout', message))
    this.#outbox = outbox
    chat
      .on('shout', (message) => this.view.add([message]))
      .join({
        joined: () => {
          void fetchAll()
          outbox.resend()
        },
      })
  }

  async write(author: string, turns: Turns, tally: Tally) {
    await writeTo([], author, turns, tally, async (message) => this.#outbox?.deliver(message))
  }
}

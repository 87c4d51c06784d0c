import type { Message } from '@papercups/contract'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { PushError, TopicLine } from '@papercups/wire'
import { Client, type Answer } from '../client.js'

/** What somebody sees on their screen: each message once, whichever way and however often it came. */
export class View {
  readonly #messages = new Map<string, Message>()

  add(messages: Message[]) {
    for (const message of messages) this.#messages.set(message.id, message)
  }

  of(conversation_id: string) {
    const own = [...this.#messages.values()].filter((message) => message.conversation_id === conversation_id)
    return own.toSorted((a, b) => a.seq - b.seq)
  }
}

/** Tries until the server gives an answer that is one, as every client of ours does. */
export async function persist(call: () => Promise<Answer>, refused: (answer: Answer) => void): Promise<Answer> {
  for (;;) {
    const answer = await call().catch(() => undefined)
    if (answer && answer.status < 300) return answer
    // Down or starting up is what these tests are about; anything else is a wrong answer.
    if (answer && answer.status !== 503) refused(answer)
    await delay(25)
  }
}

export interface Tally {
  acknowledged: string[]
  wrong: string[]
}

/** Writes over HTTP and listens to the team's topic; after each join fetches what was missed. */
export class BusyAgent extends Client {
  readonly view = new View()

  refused = (tally: Tally) => (answer: Answer) =>
    void tally.wrong.push(`HTTP ${answer.status} ${JSON.stringify(answer.body)}`)

  listen(account_id: string, conversations: string[], tally: Tally) {
    const fetchMissed = async () => {
      for (const id of conversations) {
        const after = this.view.of(id).findLastIndex((message, at) => message.seq === at + 1) + 1
        const path = `/api/conversations/${id}/messages?after=${after}&limit=500`
        const { body } = await persist(() => this.get(path), this.refused(tally))
        this.view.add(body.data)
      }
    }
    this.line
      .topic(`notification:${account_id}`)
      .on('shout', (message) => this.view.add([message]))
      .join({ joined: () => void fetchMissed() })
  }

  async write(conversations: string[], author: string, count: number, tally: Tally) {
    for (let n = 1; n <= count; n += 1) {
      const conversation_id = conversations[n % conversations.length]
      const message = { conversation_id, body: `${author} ${n}`, client_message_id: randomUUID() }
      await persist(() => this.post('/api/messages', { message }), this.refused(tally))
      tally.acknowledged.push(message.client_message_id)
    }
  }
}

/** Writes over a socket, with an outbox: what is not acknowledged is sent again after the next join, under the same id. */
export class BusyVisitor extends Client {
  readonly view = new View()
  customer_id = ''
  conversation_id = ''
  #chat: TopicLine<`conversation:${string}`> | undefined
  #waiting: (() => void) | undefined

  async arrives(account_id: string) {
    this.customer_id = (await this.data('POST', '/api/customers', { customer: { account_id } })).id
    const conversation = { account_id, customer_id: this.customer_id }
    this.conversation_id = (await this.data('POST', '/api/conversations', { conversation })).id
    return this
  }

  listen(account_id: string, tally: Tally) {
    const path = `/api/conversations/customer?customer_id=${this.customer_id}&account_id=${account_id}`
    const fetchAll = async () => {
      const refused = (answer: Answer) => void tally.wrong.push(`HTTP ${answer.status} ${JSON.stringify(answer.body)}`)
      const { body } = await persist(() => this.get(path), refused)
      for (const { messages } of body.data) this.view.add(messages)
    }
    this.#chat = this.line
      .topic(`conversation:${this.conversation_id}`, { customer_id: this.customer_id })
      .on('shout', (message) => this.view.add([message]))
      .join({
        joined: () => {
          void fetchAll()
          this.#waiting?.()
        },
      })
  }

  async write(author: string, count: number, tally: Tally) {
    for (let n = 1; n <= count; n += 1) {
      const client_message_id = randomUUID()
      await this.#deliver({ body: `${author} ${n}`, client_message_id })
      tally.acknowledged.push(client_message_id)
    }
  }

  #deliver(payload: object) {
    return new Promise<void>((resolve) => {
      let done = false
      const attempt = () => {
        if (done) return
        this.#chat?.push('shout', payload).then(
          () => {
            done = true
            resolve()
          },
          // A push that timed out was sent into a line that is gone: the next join sends it again.
          (error: PushError) => void (error.message === 'timeout' || delay(25).then(attempt)),
        )
      }
      this.#waiting = attempt
      attempt()
    })
  }
}

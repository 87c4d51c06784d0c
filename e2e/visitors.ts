import type { Page } from '@playwright/test'
import { call } from './people.js'

/** A new customer writes through the API. Returns the conversation. */
export async function asks(ada: Page, name: string, body: string, inbox_id?: string): Promise<string> {
  const { account_id } = await call<{ account_id: string }>(ada, '/api/me')
  const customer = await call<{ id: string }>(ada, '/api/customers', { data: { customer: { name, account_id } } })
  const conversation = { customer_id: customer.id, account_id, inbox_id }
  const { id } = await call<{ id: string }>(ada, '/api/conversations', { data: { conversation } })
  await adds(ada, id, body)
  return id
}

/** Creates a customer and conversations through the API. */
export async function meets(ada: Page, account_id: string, name: string) {
  const customer = { account_id, name, email: `${name.toLowerCase().replace(/\W/g, '')}@example.com` }
  const { id: customer_id } = await call<{ id: string }>(ada, '/api/customers', { data: { customer } })
  const answers = (conversation_id: string, message: object) =>
    call(ada, '/api/messages', { data: { message: { conversation_id, ...message } } })
  return {
    answers,
    asks: (conversation_id: string, message: object) => answers(conversation_id, { customer_id, ...message }),
    begins: async () => {
      const data = { conversation: { customer_id, account_id } }
      return (await call<{ id: string }>(ada, '/api/conversations', { data })).id
    },
  }
}

/** A customer writes another message. */
export const adds = (page: Page, conversation_id: string, ...bodies: string[]) =>
  pushes(page, conversation_id, ...bodies.map((body): Frame => ['shout', { body }]))

/** Reports a customer as typing. */
export const types = (page: Page, conversation_id: string) => pushes(page, conversation_id, ['typing', {}])

type Frame = [event: string, payload: object]

/** Uses a socket without a token, as the widget does. */
async function pushes(page: Page, conversation_id: string, ...pushed: Frame[]) {
  await page.evaluate(
    async ({ topic, frames }) => {
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/socket/websocket?vsn=2.0.0`)
      await new Promise((opened) => socket.addEventListener('open', opened))
      for (const [index, [event, payload]] of frames.entries()) {
        const answered = new Promise<void>((resolve, reject) => {
          socket.addEventListener('message', ({ data }) => {
            const [, ref, , name, reply] = JSON.parse(data)
            if (ref !== String(index) || name !== 'phx_reply') return
            if (reply.status === 'ok') resolve()
            else reject(new Error(JSON.stringify(reply)))
          })
        })
        socket.send(JSON.stringify(['0', String(index), topic, event, payload]))
        await answered
      }
      socket.close()
    },
    {
      topic: `conversation:${conversation_id}`,
      frames: [['phx_join', {}] as Frame, ...pushed],
    },
  )
}

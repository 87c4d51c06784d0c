import type { Customer, Message, NewMessage } from '@papercups/contract'
import type { TopicSubscription } from '@papercups/wire'
import { randomUUID } from 'node:crypto'
import { hashInvitationToken } from '../src/features/team/invitations/queries.js'
import { databaseOf } from '../src/platform/database/of.js'
import { Client } from './client.js'
import { theServer, type TestServer } from './server.js'

const PASSWORD = 'correct horse battery'

/** A user of the inbox. */
export class Agent extends Client {
  id = 0
  email = ''
  account_id = ''
  readonly heard: Message[] = []
  #inbox: TopicSubscription<`notification:${string}`> | undefined

  async register(user: { company_name?: string; invite_token?: string; email: string }) {
    const password = PASSWORD
    const tokens = await this.data('POST', '/api/registration', {
      user: { ...user, password, password_confirmation: password },
    })
    this.token = tokens.token
    const me = await this.data('GET', '/api/me')
    Object.assign(this, { id: me.id, email: me.email, account_id: me.account_id })
    return this
  }

  /** Again, because an access token lives for half an hour. */
  async signIn() {
    const { email } = this
    this.token = (await this.data('POST', '/api/session', { user: { email, password: PASSWORD } })).token
  }

  /** Listens to the team's topic, as an open dashboard does. */
  async listen() {
    this.#inbox = (await this.join(`notification:${this.account_id}`)).on('shout', (message) =>
      this.heard.push(message),
    )
    return this.#inbox
  }

  async sends(message: NewMessage): Promise<Message> {
    const sent = await this.data('POST', '/api/messages', { message })
    await this.#hearOut()
    return sent
  }

  replies(conversation_id: string, body: string) {
    return this.sends({ conversation_id, body })
  }

  notes(conversation_id: string, body: string) {
    return this.sends({ conversation_id, body, type: 'note', private: true })
  }

  /** Waits until all messages sent so far have arrived: the reply to a ping comes after them. */
  async hearOut() {
    await this.#inbox?.push('ping', {})
  }

  #hearOut = () => this.hearOut()
}

/** A visitor of the company's site with the widget open. */
export class Visitor extends Client {
  customer_id = ''
  conversation_id = ''
  account_id = ''
  readonly heard: Message[] = []
  #chat: TopicSubscription<`conversation:${string}`> | undefined

  async arrives(account_id: string, customer: Partial<Customer> = {}) {
    this.account_id = account_id
    this.customer_id = (await this.data('POST', '/api/customers', { customer: { account_id, ...customer } })).id
    return this
  }

  async opensChat() {
    const { account_id, customer_id } = this
    const conversation = { account_id, customer_id }
    this.conversation_id = (await this.data('POST', '/api/conversations', { conversation })).id
    const chat = await this.join(`conversation:${this.conversation_id}`, { customer_id })
    this.#chat = chat.on('shout', (message) => this.heard.push(message))
    return this
  }

  async says(body: string, more: object = {}) {
    await this.push('shout', { body, customer_id: this.customer_id, sent_at: new Date().toISOString(), ...more })
    await this.hearOut()
  }

  push(event: string, payload: object = {}): Promise<object> {
    if (!this.#chat) throw new Error('the chat is not open')
    return this.#chat.push(event, payload)
  }

  async hearOut() {
    await this.#chat?.push('ping', {})
  }
}

export interface Company {
  id: string
  admin: Agent
}

export async function newCompany(server: TestServer, company_name: string, name: string): Promise<Company> {
  const admin = new Agent(server.url)
  await admin.register({ company_name, email: `${name}-${randomUUID()}@${company_name.toLowerCase()}.test` })
  return { id: admin.account_id, admin }
}

/** Written to the database directly, without a signed-in admin and without rate limits. */
export async function newInviteToken(
  server: TestServer,
  account_id: string,
  expires_at = new Date(Date.now() + 3_600_000),
) {
  const token = randomUUID()
  const row = { account_id, expires_at, token_hash: hashInvitationToken(token) }
  await databaseOf(server.platform).db.insertInto('user_invitations').values(row).execute()
  return token
}

export async function newTeammate(server: TestServer, company: Company, name: string) {
  const invite_token = await newInviteToken(server, company.id)
  return new Agent(server.url).register({ invite_token, email: `${name}-${randomUUID()}@acme.test` })
}

/**
 * The cast of every story: Ada and Ben at Acme help Carla; Grace works at Globex and must never see any of it.
 * All of them listen, and every action waits until all have received its messages.
 */
export async function story(on?: TestServer) {
  const server = on ?? (await theServer())
  const [acme, globex] = await Promise.all([newCompany(server, 'Acme', 'ada'), newCompany(server, 'Globex', 'grace')])
  const ada = acme.admin
  const grace = globex.admin
  const ben = await newTeammate(server, acme, 'ben')
  const carla = await new Visitor(server.url).arrives(acme.id, { name: 'Carla', email: 'carla@example.com' })
  await Promise.all([ada.listen(), ben.listen(), grace.listen(), carla.opensChat()])

  const everyone = [ada, ben, grace, carla]
  const hearOut = () => Promise.all(everyone.map((somebody) => somebody.hearOut()))
  const bodies = (messages: Message[]) => messages.map((message) => message.body)
  return {
    server,
    acme,
    globex,
    ada: speaking(ada, carla, hearOut),
    ben: speaking(ben, carla, hearOut),
    grace,
    carla,
    hearOut,
    heard: {
      get byTeam() {
        return bodies(ada.heard)
      },
      get byCustomer() {
        return bodies(carla.heard)
      },
      get byStrangers() {
        return bodies(grace.heard)
      },
    },
  }
}

export type Story = Awaited<ReturnType<typeof story>>

/** A story has one conversation, so its people need not name it. */
function speaking(agent: Agent, carla: Visitor, hearOut: () => Promise<unknown>) {
  const then = async <T>(sent: Promise<T>) => {
    const result = await sent
    await hearOut()
    return result
  }
  return Object.assign(agent, {
    answers: (body: string) => then(agent.replies(carla.conversation_id, body)),
    remarks: (body: string) => then(agent.notes(carla.conversation_id, body)),
  })
}

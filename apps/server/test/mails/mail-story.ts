import { databaseOf } from '../../src/platform/database/of.js'
import { jobsDone, reactionsDone } from '../mail.js'
import { startMailServer } from '../mail-server.js'
import { startTestServer, type TestServer } from '../server.js'
import { Agent, Visitor } from '../story.js'
import { mail, plain } from './build.js'
import { deliver, newForwardingAddress } from './deliver.js'

/** What the outside mail server answers to a recipient. */
type Refusals = Map<string, { code: number; times: number }>

/** A server that sends its mail to an outside mail server, and people who write to each other over both. */
export async function startMailStory(env: Record<string, string> = {}) {
  const refusals: Refusals = new Map()
  const outside = await startMailServer({
    onRcptTo({ address }, _session, done) {
      const refusal = refusals.get(address)
      if (!refusal || refusal.times <= 0) return done()
      refusal.times--
      done(Object.assign(new Error('Not now'), { responseCode: refusal.code }))
    },
  })
  const server = await startTestServer({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${outside.port}`,
      MAIL_FROM: 'Acme <help@acme.test>',
      MAIL_IN_DOMAIN: 'chat.acme.test',
      ...env,
    },
  })
  const world = { server, outside }
  return {
    ...world,
    refusals,
    /** Mail that is still on its way would fail without the outside server. */
    async stop() {
      await reactionsDone(server)
      await outside.stop()
    },
    newAgent: () => newAgent(world),
    chat: (customer?: object) => chat(world, customer),
    mailConversation: (headers?: string) => mailConversation(world, headers),
  }
}

interface World {
  server: TestServer
  outside: Awaited<ReturnType<typeof startMailServer>>
}

let people = 0

/** With a mail server, a registration is finished by a link. */
async function newAgent({ server, outside }: World) {
  const agent = new Agent(server.url)
  const email = `ada-${people++}@acme.test`
  const password = 'correct horse battery'
  const user = { company_name: 'Acme', email, password, password_confirmation: password }
  await agent.data('POST', '/api/registration', { user })
  await jobsDone(server)
  const [link] = await outside.mailsTo(email)
  const token = /[?&]token=([\w-]+)/.exec(link?.text ?? '')?.[1]
  agent.token = (await agent.data('POST', '/api/registration/confirm', { token, password })).token
  const me = await agent.data('GET', '/api/me')
  return Object.assign(agent, { id: me.id, email, account_id: me.account_id })
}

async function chat(world: World, customer: object = {}) {
  const { server } = world
  const ada = await newAgent(world)
  const id = ada.account_id
  await ada.data('PUT', '/api/profile', { user_profile: { display_name: 'Ada' } })
  const email = `carla-${people++}@example.test`
  const page = { current_url: 'https://shop.test/cart' }
  const carla = await new Visitor(server.url).arrives(id, { name: 'Carla', email, ...page, ...customer })
  await carla.opensChat()
  const says = (body: string, more: object = {}) => ada.sends({ conversation_id: carla.conversation_id, body, ...more })
  return { account_id: id, ada, carla, email, says }
}

/** A customer has written a mail. */
async function mailConversation(world: World, headers = '') {
  const { server } = world
  const cast = await chat(world)
  const { email: forwarding } = await newForwardingAddress(server, cast.account_id)
  const first = `<first-${cast.email}>`
  const opened = await deliver(
    server,
    forwarding,
    mail(`From: ${cast.email}\nSubject: Order 7\nMessage-ID: ${first}\n${headers}`, plain('Help')),
  )
  if (opened.state !== 'message') throw new Error('the mail was not taken')
  const { conversation_id } = opened
  const answers = (body: string, more: object = {}) => cast.ada.sends({ conversation_id, body, ...more })
  const states = async () => {
    const mails = databaseOf(server.platform).db.selectFrom('outgoing_mails').select(['state', 'failure'])
    return mails.where('conversation_id', '=', conversation_id).orderBy('created_at').execute()
  }
  return { ...cast, conversation_id, first, answers, states }
}

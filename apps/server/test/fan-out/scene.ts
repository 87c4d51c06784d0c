import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import { mailOverdueAnswers } from '../../src/features/channels/email/mail-unseen.js'
import { databaseOf } from '../../src/platform/database/of.js'
import { newScript } from '../api-keys.js'
import { Client } from '../client.js'
import { startExpo } from '../expo/stand-in.js'
import { installGithub } from '../github/github-story.js'
import { startGithub } from '../github/stand-in.js'
import { connectGoogle, GOOGLE_ENV } from '../google/google-story.js'
import { startGoogle } from '../google/stand-in.js'
import { jobsDone, mailsTo, reactionsDone } from '../mail.js'
import { mail, plain } from '../mails/build.js'
import { deliver, newForwardingAddress } from '../mails/deliver.js'
import { newId, startMattermost, TOKEN } from '../mattermost/stand-in.js'
import { connectSlack, slackStory, soon, startSlackServer } from '../slack/slack-story.js'
import { Visitor } from '../story.js'
import { startTwilio } from '../twilio/stand-in.js'
import { connectNumber, newNumber } from '../twilio/twilio-story.js'
import { startReceiver } from '../webhook-receiver.js'

/** Where a conversation began. */
export type Origin = 'chat' | 'shared' | 'company' | 'mail' | 'SMS' | 'Gmail'

export interface Conversation {
  id: string
  origin: Origin
  email: string
  phone: string
  /** Of the customer, in Slack. */
  slack_user: string
  /** What the customer's open widget got. */
  heard: string[]
  widget: { push(event: string, payload: object): Promise<unknown> }
}

export type Scene = Awaited<ReturnType<typeof openScene>>

/** Hundreds of posts are sent meanwhile. */
const patient = { timeout: 90_000, interval: 100 }

const newChannel = () => `C${randomUUID().slice(0, 8)}`

/** A company that has connected everything, with people who want every mail. */
export async function openScene() {
  const [expo, twilio, google, github] = await Promise.all([startExpo(), startTwilio(), startGoogle(), startGithub()])
  const world = await startSlackServer({
    ...GOOGLE_ENV,
    ...github.settings,
    MAIL_IN_DOMAIN: 'chat.acme.test',
    EXPO_URL: expo.url,
    TWILIO_URL: twilio.url,
    GOOGLE_URL: google.url,
    GMAIL_POLL_SECONDS: '1',
  })
  const { slack, server } = world
  const cast = await slackStory(world)
  const { ada, ben, channel } = cast
  const { pool } = databaseOf(server.platform)

  const [shared, company] = [newChannel(), newChannel()]
  slack.channel = shared
  expect((await connectSlack(ada, { type: 'support' })).status).toBe(200)
  await ada.data('POST', '/api/companies', {
    company: { name: 'Shop', slack_channel_id: company, slack_channel_name: '#shop', slack_team_id: slack.team },
  })
  const agent = `U${randomUUID().slice(0, 8)}`
  slack.users.set(agent, { id: agent, profile: { email: ben.email } })

  const mattermost = await startMattermost()
  const room = { channel_id: newId(), verification_token: newId() }
  const connectRoom = (more: object) =>
    ada.data('POST', '/api/mattermost/auth', {
      authorization: { mattermost_url: mattermost.url, access_token: TOKEN, channel_name: 'support', ...more },
    })
  await connectRoom(room)

  const { texts } = await connectNumber({ twilio, server }, ada)
  const installed = await installGithub({ github, server }, ada)
  // All mails of an inbox with a Gmail mailbox leave through Gmail, so it is an inbox of its own.
  const gmail_inbox = await ada.data('POST', '/api/inboxes', { inbox: { name: 'Gmail' } })
  const gmail = { inbox_id: gmail_inbox.id, email: 'help@acme.test', channel: newChannel() }
  slack.channel = gmail.channel
  const { inbox_id } = gmail
  expect((await connectSlack(ada, { inbox_id })).status).toBe(200)
  const gmail_room = { channel_id: newId(), verification_token: newId() }
  await connectRoom({ ...gmail_room, inbox_id })
  expect((await connectGoogle(google, ada, gmail.email, { inbox_id })).status).toBe(200)

  const receiver = await startReceiver()
  const event_subscription = { webhook_url: receiver.url, events: ['message:created'] }
  await ada.data('POST', '/api/event_subscriptions', { event_subscription })
  await ben.data('PUT', '/api/user_settings', { user_settings: { email_alert_on_new_message: true } })
  for (const agent of [ada, ben]) {
    const user_settings = { expo_push_token: `ExponentPushToken[${agent.id}]` }
    await agent.data('PUT', '/api/user_settings', { user_settings })
  }
  const { email: help } = await newForwardingAddress(server, ada.account_id)
  const { script } = await newScript(ada)
  const team = await ada.join(`notification:${ada.account_id}`)
  /** Conversations whose state changed. */
  const updated = new Set<string>()
  team.on('conversation:updated', ({ id }) => updated.add(id))

  const count = async (text: string) => (await pool.query(text)).rowCount
  /** Resolves when nothing is on its way any more. */
  const settle = async () => {
    await vi.waitFor(async () => {
      await reactionsDone(server)
      for (const table of ['service_events', 'service_deliveries', 'webhook_deliveries'])
        expect(await count(`select from ${table} where status = 'waiting'`), table).toBe(0)
    }, patient)
    await cast.hearOut()
  }

  /** As if 20 minutes had passed: the mails that wait for the customer to see a message are sent. */
  const wait20Minutes = async () => {
    await pool.query('update unseen_answers set mail_at = now() - make_interval(secs => 1)')
    await pool.query('update message_alerts set mail_at = now() - make_interval(secs => 1)')
    await pool.query(`update graphile_worker._private_jobs set run_at = now()
      where run_at > now() and payload -> 'input' ->> 'conversation_id' is not null`)
    await mailOverdueAnswers(server.platform)
    await jobsDone(server)
  }

  const newCustomer = (origin: Origin) => {
    const slack_user = `U${randomUUID().slice(0, 8)}`
    const email = `${origin.toLowerCase()}-${randomUUID()}@shop.test`
    slack.users.set(slack_user, { id: slack_user, profile: { email, real_name: 'Dana' } })
    return { slack_user, email, phone: newNumber() }
  }
  type Customer = ReturnType<typeof newCustomer>
  const conversationOf = ({ email, phone }: Customer) =>
    vi.waitFor(async () => {
      const found = `select c.id, c.customer_id from conversations c join customers u on u.id = c.customer_id
        where u.email = $1 or u.phone = $2`
      const [row] = (await pool.query<{ id: string; customer_id: string }>(found, [email, phone])).rows
      return row ?? expect.fail(`no conversation of ${email} yet`)
    }, soon)
  /** The customer has the widget open in this conversation. */
  const watch = async (origin: Origin, customer: Customer): Promise<Conversation> => {
    const { id, customer_id } = await conversationOf(customer)
    const heard: string[] = []
    const widget = await new Client(server.url).join(`conversation:${id}`, { customer_id })
    widget.on('shout', ({ body }) => heard.push(body ?? ''))
    return { id, origin, ...customer, heard, widget: widget as Conversation['widget'] }
  }
  /** By the addresses of customers. */
  const firstMails = new Map<string, string>()
  /** A customer's first mail, or an answer to it. */
  const mailIn = async (from: string, body: string, to: 'help' | 'Gmail' = 'help') => {
    const message_id = `<${randomUUID()}@shop.test>`
    const first = firstMails.get(from)
    if (!first) firstMails.set(from, message_id)
    const answers = first ? `\nIn-Reply-To: ${first}\nReferences: ${first}` : ''
    const raw = mail(`From: ${from}\nSubject: Order 7\nMessage-ID: ${message_id}${answers}`, plain(body))
    if (to === 'help') expect(await deliver(server, help, raw)).toMatchObject({ state: 'message' })
    else google.mailboxes.add(gmail.email, raw)
  }
  const channels = { shared, company }

  return {
    ...cast,
    server,
    mattermost,
    roomOf: ({ origin }: Conversation) => (origin === 'Gmail' ? gmail_room : room),
    /** The channel of Slack in which the team answers. */
    replyChannelOf: ({ origin }: Conversation) => (origin === 'Gmail' ? gmail.channel : channel),
    gmail,
    texts,
    github,
    installed,
    script,
    team,
    updated,
    agent,
    channels,
    settle,
    wait20Minutes,
    newCustomer,
    watch,
    mailIn,
    /** A customer writes for the first time. */
    async begin(origin: Origin, body = 'Hello'): Promise<Conversation> {
      const customer = newCustomer(origin)
      if (origin === 'mail') await mailIn(customer.email, body)
      else if (origin === 'Gmail') await mailIn(customer.email, body, 'Gmail')
      else if (origin === 'SMS') await texts(body, { From: customer.phone })
      else if (origin === 'chat') {
        const visitor = await new Visitor(server.url).arrives(ada.account_id, { email: customer.email })
        await (await visitor.opensChat()).says(body)
      } else await cast.happens({ channel: channels[origin], user: customer.slack_user, text: body })
      return watch(origin, customer)
    },
    /** The place of a conversation in a channel. */
    async threadIn(conversation: Conversation, channel_id: string): Promise<string> {
      const found = 'select thread_id from service_threads where conversation_id = $1 and channel_id = $2'
      const { rows } = await pool.query<{ thread_id: string }>(found, [conversation.id, channel_id])
      return rows[0]?.thread_id ?? expect.fail(`the conversation of ${conversation.email} has no thread`)
    },
    /** Whether a text arrived, by the names of the table's columns. */
    async collect() {
      const ours = slack.posts.filter(({ metadata }) => metadata !== undefined)
      const posts = (id: string) => ours.filter((post) => post.channel === id).map(({ text }) => text)
      const rooms = mattermost.posts.filter(({ user_id }) => user_id === 'bot').map(({ message }) => message)
      const sent = google.mailboxes.mailsOf(gmail.email).filter(({ labelIds }) => labelIds.includes('SENT'))
      const toBen = await mailsTo(server, ben.email)
      const mentions = toBen.filter(({ subject }) => subject.includes('mentioned you')).map(({ text }) => text)
      const alerts = toBen.filter(({ subject }) => subject.startsWith('New message')).map(({ text }) => text)
      return {
        team: ada.heard.map((message) => message.body ?? ''),
        Slack: [...posts(channel), ...posts(gmail.channel)],
        shared: posts(shared),
        company: posts(company),
        Mattermost: rooms,
        webhook: receiver.of('message:created').map(({ body }) => String(body)),
        push: expo.pushes.map(({ body }) => body ?? ''),
        SMS: twilio.sent.map(({ body }) => body),
        Gmail: sent.map(({ raw }) => raw.toString()),
        alert: alerts,
        mention: mentions,
      }
    },
    mailsTo: async (email: string) => (await mailsTo(server, email)).map(({ text }) => text),
  }
}

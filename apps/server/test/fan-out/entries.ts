import { expect, vi } from 'vitest'
import { remindTeam } from '../../src/features/inbox/reminders/remind-team.js'
import { databaseOf } from '../../src/platform/database/of.js'
import { soon } from '../slack/slack-story.js'
import type { Conversation, Origin, Scene } from './scene.js'

const EVERYWHERE: readonly Origin[] = ['chat', 'shared', 'company', 'mail', 'SMS', 'Gmail']
const IN_SLACK = ['shared', 'company'] as const

/** A way in which a message enters a conversation. */
interface Entry {
  origins: readonly Origin[]
  write(scene: Scene, conversation: Conversation, body: string): Promise<unknown>
}

/** A way in which a message opens a conversation. Returns it. */
interface Opening {
  origins: readonly Origin[]
  open(scene: Scene, origin: Origin, body: string): Promise<Conversation>
  /** Of a message that the server writes. */
  body?: string
}

const byAgent = ({ ben }: Scene, { id: conversation_id }: Conversation, body: string) => ({
  conversation_id,
  body,
  mentioned_user_ids: [ben.id],
})

/** Somebody answers in a thread of Slack. */
const inSlack = async (scene: Scene, conversation: Conversation, channel: string, post: object) => {
  const thread_ts = await scene.threadIn(conversation, channel)
  await scene.happens({ channel, thread_ts, ...post })
}
const channelOf = ({ channels }: Scene, { origin }: Conversation) =>
  origin === 'company' ? channels.company : channels.shared

/** Waits until the team has a message with this text. */
const hears = ({ ada }: Scene, text: string) =>
  vi.waitFor(() => expect(ada.heard.some(({ body }) => body?.includes(text))).toBe(true), soon)

export const entries: Record<string, Entry> = {
  'widget: shout': {
    origins: EVERYWHERE,
    write: (_, { widget }, body) => widget.push('shout', { body }),
  },
  'dashboard: POST /api/messages': {
    origins: EVERYWHERE,
    write: (scene, conversation, body) =>
      scene.ada.data('POST', '/api/messages', { message: byAgent(scene, conversation, body) }),
  },
  'dashboard: a private note': {
    origins: EVERYWHERE,
    write: (scene, conversation, body) =>
      scene.ada.data('POST', '/api/messages', {
        message: { ...byAgent(scene, conversation, body), type: 'note', private: true },
      }),
  },
  'API: POST /api/v1/messages': {
    origins: EVERYWHERE,
    write: (scene, conversation, body) =>
      scene.script.data('POST', '/api/v1/messages', { message: byAgent(scene, conversation, body) }),
  },
  'team socket: shout': {
    origins: EVERYWHERE,
    write: (scene, conversation, body) => scene.team.push('shout', byAgent(scene, conversation, body)),
  },
  'team socket: a private shout': {
    origins: EVERYWHERE,
    write: (scene, conversation, body) =>
      scene.team.push('shout', { ...byAgent(scene, conversation, body), private: true }),
  },
  'Slack: answer in the reply channel': {
    origins: EVERYWHERE,
    write: (scene, conversation, text) =>
      inSlack(scene, conversation, scene.replyChannelOf(conversation), { user: scene.agent, text }),
  },
  'Slack: note in the reply channel': {
    origins: EVERYWHERE,
    write: (scene, conversation, text) =>
      inSlack(scene, conversation, scene.replyChannelOf(conversation), { user: scene.agent, text: `;; ${text}` }),
  },
  'Slack: customer in the shared thread': {
    origins: IN_SLACK,
    write: (scene, conversation, text) =>
      inSlack(scene, conversation, channelOf(scene, conversation), { user: conversation.slack_user, text }),
  },
  'Slack: agent in the shared thread': {
    origins: IN_SLACK,
    write: (scene, conversation, text) =>
      inSlack(scene, conversation, channelOf(scene, conversation), { user: scene.agent, text }),
  },
  'Mattermost: answer in the thread': {
    origins: EVERYWHERE,
    async write({ mattermost, roomOf, stranger, threadIn }, conversation, message) {
      const { channel_id, verification_token: token } = roomOf(conversation)
      const root_id = await threadIn(conversation, channel_id)
      const post = mattermost.add({ channel_id, user_id: 'u1', root_id, message })
      const call = { token, channel_id, post_id: post.id, timestamp: Date.now() }
      expect((await stranger.post('/api/mattermost/webhook', call)).status).toBe(200)
    },
  },
  'mail: answer of the customer': {
    origins: ['mail'],
    write: ({ mailIn }, { email }, body) => mailIn(email, body),
  },
  'Gmail: answer of the customer': {
    origins: ['Gmail'],
    async write(scene, { email }, body) {
      await scene.mailIn(email, body, 'Gmail')
      await hears(scene, body)
    },
  },
  'SMS: answer of the customer': {
    origins: ['SMS'],
    write: ({ texts }, { phone }, body) => texts(body, { From: phone }),
  },
  'GitHub: a message links an issue': {
    origins: EVERYWHERE,
    async write(scene, { widget }, title) {
      const { github, installed } = scene
      const issue = github.addIssue(installed.repo, { title })
      await widget.push('shout', { body: github.toIssue(issue).html_url })
      await hears(scene, title)
    },
  },
  'GitHub: a linked issue is closed': {
    origins: EVERYWHERE,
    async write(scene, { id: conversation_id }, title) {
      const { ada, github, installed } = scene
      const issue = github.addIssue(installed.repo, { title })
      const github_issue_url = github.toIssue(issue).html_url
      const { id: issue_id } = await ada.data('POST', '/api/issues', { issue: { title, github_issue_url } })
      const { customer_id } = await ada.data('GET', `/api/conversations/${conversation_id}`)
      await ada.data('POST', `/api/customers/${customer_id}/issues`, { issue_id })
      // Only then the server knows GitHub's id of the issue.
      const read = `GET /repos/${new URL(github_issue_url).pathname.slice(1)}`
      await vi.waitFor(() => expect(github.calls).toContain(read), soon)
      await installed.moves(issue, 'closed')
      await hears(scene, title)
    },
  },
}

export const openings: Record<string, Opening> = {
  'dashboard: POST /api/conversations': {
    origins: ['chat', 'mail', 'Gmail'],
    async open({ ada, gmail, newCustomer, watch }, origin, body) {
      const customer = newCustomer(origin)
      const { account_id } = ada
      const { id } = await ada.data('POST', '/api/customers', { customer: { account_id, email: customer.email } })
      const source = origin === 'chat' ? 'chat' : 'email'
      const inbox = origin === 'Gmail' && { inbox_id: gmail.inbox_id }
      const conversation = { account_id, customer_id: id, source, ...inbox, message: { body, source } }
      await ada.data('POST', '/api/conversations', { conversation })
      return watch(origin, customer)
    },
  },
  'dashboard: POST /api/emails': {
    origins: ['mail', 'Gmail'],
    async open({ ada, gmail, newCustomer, watch }, origin, body) {
      const customer = newCustomer(origin)
      const inbox = origin === 'Gmail' && { inbox_id: gmail.inbox_id }
      await ada.data('POST', '/api/emails', { email: { to: customer.email, subject: 'Order 7', body, ...inbox } })
      return watch(origin, customer)
    },
  },
  'Slack: new thread': {
    origins: IN_SLACK,
    open: ({ begin }, origin, body) => begin(origin, body),
  },
  'Slack: whole thread': {
    origins: IN_SLACK,
    async open({ ada, agent, slack, channels, happens, newCustomer, watch }, origin, text) {
      const customer = newCustomer(origin)
      const channel = origin === 'company' ? channels.company : channels.shared
      const { account_id } = ada
      await ada.data('POST', '/api/customers', { customer: { account_id, email: customer.email } })
      const [thread_ts, ts] = [slack.nextTs(), slack.nextTs()]
      const user = customer.slack_user
      slack.posts.push({ channel, ts: thread_ts, text: 'News for you', user: agent } as never)
      slack.posts.push({ channel, ts, thread_ts, text, user } as never)
      await happens({ channel, user, text, thread_ts, ts })
      return watch(origin, customer)
    },
  },
  'mail: a new mail': {
    origins: ['mail'],
    open: ({ begin }, origin, body) => begin(origin, body),
  },
  'Gmail: a new mail': {
    origins: ['Gmail'],
    open: ({ begin }, origin, body) => begin(origin, body),
  },
  'SMS: a new SMS': {
    origins: ['SMS'],
    open: ({ begin }, origin, body) => begin(origin, body),
  },
  'dashboard: POST /api/twilio/conversations': {
    origins: ['SMS'],
    async open({ ada, newCustomer, watch }, origin, body) {
      const customer = newCustomer(origin)
      const { email, phone } = customer
      const { id } = await ada.data('POST', '/api/customers', {
        customer: { account_id: ada.account_id, email, phone },
      })
      await ada.data('POST', '/api/twilio/conversations', { customer_id: id, body })
      return watch(origin, customer)
    },
  },
  'reminder of the server': {
    origins: ['chat'],
    body: 'A customer is waiting for an answer in this conversation.',
    async open({ ada, server, begin }, origin) {
      const conversation = await begin(origin)
      const settings = { conversation_reminders_enabled: true, conversation_reminder_hours_interval: 72 }
      await ada.data('PUT', '/api/accounts/me', { account: { settings } })
      const { db } = databaseOf(server.platform)
      const long_ago = new Date(Date.now() - 100 * 3_600_000)
      const { id } = conversation
      await db.updateTable('messages').set({ created_at: long_ago }).where('conversation_id', '=', id).execute()
      await db.updateTable('conversations').set({ last_activity_at: long_ago }).where('id', '=', id).execute()
      const moment = new Date().toISOString()
      await remindTeam.run(server.platform.account(ada.account_id), { moment }, server.platform)
      return conversation
    },
  },
}

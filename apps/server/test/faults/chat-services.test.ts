import { beforeAll, expect, test } from 'vitest'
import { newId, startMattermost, TOKEN } from '../mattermost/stand-in.js'
import { connectSlack } from '../slack/slack-story.js'
import { startSlack } from '../slack/stand-in.js'
import { Agent, Visitor } from '../story.js'
import { prepareServers } from './prepare-servers.js'
import { ensureServerIsBuilt } from './server-process.js'
import { until } from './until.js'

const CONVERSATIONS = 5
/** Messages in each conversation before each kill. */
const MESSAGES = 4
const PATIENCE = { timeout: 240_000 }

beforeAll(ensureServerIsBuilt, 120_000)

/** A company that mirrors its conversations to Slack and to Mattermost. */
async function startCompany() {
  const [slack, mattermost] = [await startSlack(), await startMattermost()]
  const { database, url, start, restart } = await prepareServers({
    count: 1,
    standIns: [slack, mattermost],
    env: {
      SLACK_CLIENT_ID: 'client-1',
      SLACK_CLIENT_SECRET: 'secret-1',
      SLACK_SIGNING_SECRET: 'secret-2',
      SLACK_URL: slack.url,
    },
  })
  await start()
  const ada = await new Agent(url).register({ company_name: 'Acme', email: 'ada@acme.test' })
  expect((await connectSlack(ada)).status).toBe(200)
  const authorization = { mattermost_url: mattermost.url, access_token: TOKEN, verification_token: newId() }
  const channel = { channel_id: newId(), channel_name: 'support' }
  await ada.data('POST', '/api/mattermost/auth', { authorization: { ...authorization, ...channel } })
  const conversations: string[] = []
  for (let count = 0; count < CONVERSATIONS; count += 1) {
    const visitor = await new Visitor(url).arrives(ada.account_id)
    const conversation = { account_id: ada.account_id, customer_id: visitor.customer_id }
    conversations.push((await visitor.data('POST', '/api/conversations', { conversation })).id)
  }
  return { restart, database, slack, mattermost, ada, conversations }
}

test('nothing is lost or sent twice by a server that is killed before it stores an answer', PATIENCE, async () => {
  const { restart, database, slack, mattermost, ada, conversations } = await startCompany()
  const texts: string[][] = conversations.map(() => [])
  const write = async () => {
    for (let count = 0; count < MESSAGES; count += 1) {
      const written = conversations.map((conversation_id, at) => {
        const body = `conversation ${at} message ${texts[at]?.length}.`
        texts[at]?.push(body)
        return ada.data('POST', '/api/messages', { message: { conversation_id, body } })
      })
      await Promise.all(written)
    }
  }
  const countSent = async () =>
    (await database.pool.query(`select from service_deliveries where kind = 'message' and status = 'sent'`)).rowCount

  /** The service has stored a post of ours, and the server will never know. */
  const holdSlack = (after: number) =>
    new Promise<void>((stored) => slack.fail('chat.postMessage', ...Array(after).fill('works'), { stored }))
  const holdMattermost = () => new Promise<void>((stored) => mattermost.fail('POST posts', { stored }))
  // At a first post of a thread, at later posts, and where a message has several posts.
  const holds = [() => holdSlack(0), () => holdSlack(6), holdMattermost, () => holdSlack(3)]
  for (const hold of holds) {
    const held = hold()
    await write()
    await held
    await restart()
  }
  await write()
  const total = texts.flat().length
  await until('everything to be sent', async () => (await countSent()) === 2 * total)

  for (const [at, expected] of texts.entries()) {
    const mark = `conversation ${at} message `
    const bodies = (posts: string[]) =>
      posts.flatMap((text) => (text.includes(mark) ? [/conversation \d+ message \d+\./.exec(text)?.[0] ?? ''] : []))
    expect(bodies(slack.posts.map(({ text }) => text))).toEqual(expected)
    expect(bodies(mattermost.posts.map(({ message }) => message))).toEqual(expected)
  }
  // Each thread of Slack begins with an invitation to answer.
  expect(slack.posts).toHaveLength(total + CONVERSATIONS)
  expect(mattermost.posts).toHaveLength(total)
  console.log(
    `Chat service faults: ${total} messages in ${CONVERSATIONS} conversations, ${holds.length} kills between sending and ` +
      `storing: ${slack.posts.length} posts in Slack, ${mattermost.posts.length} in Mattermost, 0 lost, 0 doubled.`,
  )
})

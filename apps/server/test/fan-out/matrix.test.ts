import { expect, test } from 'vitest'
import { entries, openings } from './entries.js'
import { openScene, type Conversation, type Origin } from './scene.js'

/**
 * Where a message goes, by the way it came in.
 *
 * - customer: the open widget. Nobody can listen to a conversation before it exists.
 * - team: the dashboards. webhook: `message:created`, which also runs functions. push: the phones of the team.
 * - Slack, Mattermost: the channel in which the team answers. What came from it does not go back.
 * - shared, company: channels of Slack in which customers write, for conversations that began there.
 * - mail, Gmail, SMS: for conversations that began there. All mails of an inbox with a Gmail mailbox leave through Gmail.
 *   reply: a mail about a message that the customer did not see in the chat for 20 minutes.
 * - alert: the mail to users who want to know of each message of a customer. mention: the mail to a mentioned user.
 * - state: read, open, replied and so on changed, and the dashboards got it. A new conversation is unread and open anyway.
 */
const MATRIX = `
| entry point                               | customer | team | Slack | Mattermost | shared | company | webhook | push | mail | Gmail | SMS | reply | alert | mention | state |
| ----------------------------------------- | -------- | ---- | ----- | ---------- | ------ | ------- | ------- | ---- | ---- | ----- | --- | ----- | ----- | ------- | ----- |
| widget: shout                             | ●        | ●    | ●     | ●          | ●      | ●       | ●       | ●    |      |       |     |       | ●     |         | ●     |
| dashboard: POST /api/messages             | ●        | ●    | ●     | ●          | ●      | ●       | ●       | ●    | ●    | ●     | ●   | ●     |       | ●       | ●     |
| dashboard: a private note                 |          | ●    | ●     | ●          |        |         | ●       | ●    |      |       |     |       |       | ●       | ●     |
| API: POST /api/v1/messages                | ●        | ●    | ●     | ●          | ●      | ●       | ●       | ●    | ●    | ●     | ●   | ●     |       | ●       | ●     |
| team socket: shout                        | ●        | ●    | ●     | ●          | ●      | ●       | ●       | ●    | ●    | ●     | ●   | ●     |       | ●       | ●     |
| team socket: a private shout              |          | ●    | ●     | ●          |        |         | ●       | ●    |      |       |     |       |       | ●       | ●     |
| Slack: answer in the reply channel        | ●        | ●    |       | ●          | ●      | ●       | ●       | ●    | ●    | ●     | ●   | ●     |       |         | ●     |
| Slack: note in the reply channel          |          | ●    |       | ●          |        |         | ●       | ●    |      |       |     |       |       |         | ●     |
| Slack: customer in the shared thread      | ●        | ●    | ●     |            |        |         | ●       | ●    |      |       |     |       | ●     |         | ●     |
| Slack: agent in the shared thread         | ●        | ●    | ●     |            |        |         | ●       | ●    |      |       |     |       |       |         | ●     |
| Mattermost: answer in the thread          | ●        | ●    | ●     |            | ●      | ●       | ●       | ●    | ●    | ●     | ●   | ●     |       |         | ●     |
| mail: answer of the customer              | ●        | ●    | ●     | ●          |        |         | ●       | ●    |      |       |     |       | ●     |         | ●     |
| Gmail: answer of the customer             | ●        | ●    | ●     | ●          |        |         | ●       | ●    |      |       |     |       | ●     |         | ●     |
| SMS: answer of the customer               | ●        | ●    | ●     | ●          |        |         | ●       | ●    |      |       |     |       | ●     |         | ●     |
| GitHub: a message links an issue          |          | ●    | ●     | ●          |        |         | ●       | ●    |      |       |     |       |       |         | ●     |
| GitHub: a linked issue is closed          |          | ●    | ●     | ●          |        |         | ●       | ●    |      |       |     |       |       |         | ●     |
| dashboard: POST /api/conversations        |          | ●    | ●     | ●          |        |         | ●       | ●    | ●    | ●     |     | ●     |       |         |       |
| dashboard: POST /api/emails               |          | ●    | ●     | ●          |        |         | ●       | ●    | ●    | ●     |     |       |       |         |       |
| Slack: new thread                         |          | ●    | ●     |            |        |         | ●       | ●    |      |       |     |       | ●     |         |       |
| Slack: whole thread                       |          | ●    | ●     |            |        |         | ●       | ●    |      |       |     |       | ●     |         | ●     |
| mail: a new mail                          |          | ●    | ●     | ●          |        |         | ●       | ●    |      |       |     |       | ●     |         |       |
| Gmail: a new mail                         |          | ●    | ●     | ●          |        |         | ●       | ●    |      |       |     |       | ●     |         |       |
| SMS: a new SMS                            |          | ●    | ●     | ●          |        |         | ●       | ●    |      |       |     |       | ●     |         |       |
| dashboard: POST /api/twilio/conversations |          | ●    | ●     | ●          |        |         | ●       | ●    |      |       | ●   |       |       |         | ●     |
| reminder of the server                    |          | ●    | ●     | ●          |        |         | ●       | ●    |      |       |     |       |       |         |       |
`.trim()

const COLUMNS = MATRIX.split('\n')[0]
  ?.split('|')
  .map((name) => name.trim())
  .slice(2, -1)

/** Columns that only conversations of one origin can reach. */
const ONLY: Record<string, Origin> = {
  shared: 'shared',
  company: 'company',
  mail: 'mail',
  Gmail: 'Gmail',
  SMS: 'SMS',
  reply: 'chat',
}

const PATIENCE = { timeout: 240_000 }

test('each message reaches exactly the targets of the table', PATIENCE, async () => {
  const scene = await openScene()
  const written = [...(await writeIntoConversations(scene)), ...(await openConversations(scene))]
  await scene.settle()
  const mailed = await Promise.all(written.map(({ conversation }) => scene.mailsTo(conversation.email)))
  await scene.wait20Minutes()

  const arrived = await scene.collect()
  const results = written.map(async ({ entry, body, conversation }, at): Promise<Result> => {
    const has = (texts: string[] | undefined) => texts?.some((text) => text.includes(body)) ?? false
    const targets = new Set(Object.keys(arrived).filter((name) => has(arrived[name as keyof typeof arrived])))
    // The answer comes after all messages.
    await conversation.widget.push('ping', {})
    if (has(conversation.heard)) targets.add('customer')
    if (has(mailed[at])) targets.add('mail')
    else if (has(await scene.mailsTo(conversation.email))) targets.add('reply')
    if (scene.updated.has(conversation.id)) targets.add('state')
    return { entry, origin: conversation.origin, targets }
  })
  expect(draw(await Promise.all(results))).toBe(MATRIX)
  expect(scene.heard.byStrangers).toEqual([])
})

type Scene = Awaited<ReturnType<typeof openScene>>

interface Written {
  entry: string
  body: string
  conversation: Conversation
}

interface Result {
  entry: string
  origin: Origin
  targets: Set<string>
}

/** Without signs that a service would write in another way. */
const bodyOf = (entry: string, origin: Origin) => `${entry} ${origin}`.replaceAll(/\W+/g, ' ')

async function writeIntoConversations(scene: Scene): Promise<Written[]> {
  const cases = Object.entries(entries).flatMap(([entry, { origins, write }]) =>
    origins.map(async (origin) => ({ entry, origin, write, conversation: await scene.begin(origin) })),
  )
  const begun = await Promise.all(cases)
  // Now each has a thread in all channels. Closed and unread, so that each message changes the state.
  await Promise.all(begun.map(({ conversation }) => scene.ada.replies(conversation.id, 'Welcome')))
  await scene.settle()
  const closed = { conversation: { status: 'closed', read: false } }
  const paths = begun.map(({ conversation }) => `/api/conversations/${conversation.id}`)
  await Promise.all(paths.map((path) => scene.ada.data('PUT', path, closed)))
  await scene.settle()
  scene.updated.clear()

  return Promise.all(
    begun.map(async ({ entry, origin, write, conversation }) => {
      const body = bodyOf(entry, origin)
      await write(scene, conversation, body)
      return { entry, body, conversation }
    }),
  )
}

async function openConversations(scene: Scene): Promise<Written[]> {
  const written: Written[] = []
  for (const [entry, { origins, open, body }] of Object.entries(openings)) {
    for (const origin of origins) {
      const text = body ?? bodyOf(entry, origin)
      written.push({ entry, body: text, conversation: await open(scene, origin, text) })
    }
  }
  return written
}

/** As in the table above. A cell names the origins if a target got only some of the messages. */
function draw(results: Result[]) {
  const names = COLUMNS ?? []
  const rows = [...new Set(results.map(({ entry }) => entry))].map((entry) => {
    const messages = results.filter((result) => result.entry === entry)
    const cells = names.map((name) => {
      const reached = messages.filter(({ targets }) => targets.has(name))
      const possible = messages.filter(({ origin }) => (ONLY[name] ?? origin) === origin)
      const is_all = reached.length === possible.length && reached.every((one) => possible.includes(one))
      if (reached.length === 0) return ''
      return is_all ? '●' : reached.map(({ origin }) => origin).join(' ')
    })
    return [entry, ...cells]
  })
  const table = [['entry point', ...names], ...rows]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = table
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

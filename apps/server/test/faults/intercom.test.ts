import { beforeAll, expect, test } from 'vitest'
import { connectIntercom, importOf } from '../intercom/import-story.js'
import { adminAuthor, newContact, newConversation, newPart } from '../intercom/records.js'
import { intercomSettings, startIntercom } from '../intercom/stand-in.js'
import { Agent } from '../story.js'
import { prepareServers } from './prepare-servers.js'
import { ensureServerIsBuilt } from './server-process.js'
import { until } from './until.js'

const CONVERSATIONS = 60
const PATIENCE = { timeout: 240_000 }

beforeAll(ensureServerIsBuilt, 120_000)

test('two processes that are killed during an import lose and double nothing', PATIENCE, async () => {
  const intercom = await startIntercom()
  const { database, url, start, kill, restart } = await prepareServers({
    count: 2,
    standIns: [intercom],
    env: intercomSettings(intercom.url),
  })

  intercom.workspace = 'acme'
  const wanted: string[] = []
  for (let n = 0; n < CONVERSATIONS; n += 1) {
    const person = newContact('acme', { email: `p${n % 40}@example.com` })
    if (n < 40) intercom.contacts.push(person)
    const writer = intercom.contacts[n % 40]
    const answer = newPart('2024-01-02T10:00:00Z', adminAuthor('zoe@acme.test', 'Zoe'), `answer ${n}`)
    intercom.conversations.push(newConversation(writer, '2024-01-01T10:00:00Z', `question ${n}`, { parts: [answer] }))
    wanted.push(`question ${n}`, `answer ${n}`)
  }

  await start()
  const ada = await new Agent(url).register({ company_name: 'Acme', email: 'ada@acme.test' })
  await connectIntercom(ada)
  // In the middle of a page.
  const route = `GET /conversations/${intercom.conversations[33].id}`
  const release = intercom.hold(route)
  const { id } = await ada.data('POST', '/api/intercom/imports')
  await until('the held conversation', () => intercom.callsOf(route).length > 0)
  await kill()
  release()
  await restart()
  await until('the whole import', async () => (await importOf(ada, id)).state === 'done')

  const { rows } = await database.pool.query<{ body: string }>('select body from messages')
  expect(rows.map(({ body }) => body).sort()).toEqual(wanted.toSorted())
  const { rows: counts } = await database.pool.query(
    `select (select count(*) from conversations)::int as conversations, (select count(*) from customers)::int as customers,
      (select count(*) from events where conversation_id is not null)::int as events`,
  )
  expect(counts).toEqual([{ conversations: CONVERSATIONS, customers: 40, events: 0 }])
  expect(await importOf(ada, id)).toMatchObject({
    ...{ people_count: 40, conversations_count: CONVERSATIONS, messages_count: 2 * CONVERSATIONS, skipped_count: 0 },
  })
})

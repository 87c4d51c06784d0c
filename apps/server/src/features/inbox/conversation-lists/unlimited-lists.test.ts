import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { story, Visitor, type Story } from '../../../../test/story.js'
import { AT_ONCE, MAX_MESSAGES, writePage } from './write-conversations.js'

interface Written {
  id: string
  has_more: boolean
  messages_before: number | null
  messages: Array<{ seq: number; body: string }>
}

/** Stores `count` messages in Carla's conversation without sending each of them. */
async function fill({ server, acme, carla }: Story, count: number) {
  const { pool } = databaseOf(server.platform)
  await pool.query(
    `insert into messages (account_id, conversation_id, customer_id, seq, body)
     select $1, $2, $3, n, 'No. ' || n from generate_series(1, $4::int) n`,
    [acme.id, carla.conversation_id, carla.customer_id, count],
  )
  await pool.query('update conversations set last_seq = $2, last_activity_at = now() where id = $1', [
    carla.conversation_id,
    count,
  ])
}

const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)
const seqs = ({ messages }: Written) => messages.map(({ seq }) => seq)

test('without a limit returns the newest 1,000 messages and says that there are more', async () => {
  const tale = await story()
  const { ada, grace, carla } = tale
  await fill(tale, MAX_MESSAGES + 75)
  const path = `/api/conversations/${carla.conversation_id}`

  const { body: page } = await ada.get('/api/conversations')
  const { body: one } = await ada.get(path)
  for (const conversation of [page.data[0], one.data] as Written[]) {
    expect(conversation).toMatchObject({ id: carla.conversation_id, has_more: true, messages_before: 76 })
    expect(seqs(conversation)).toEqual(numbers(76, MAX_MESSAGES + 75))
    const before = await ada.data('GET', `${path}/messages?limit=500&before=${conversation.messages_before}`)
    expect(before.map(({ seq }: { seq: number }) => seq)).toEqual(numbers(1, 75))
  }
  expect(page).toMatchObject({ total: 1, next: null, previous: null, limit: 50 })
  expect((await grace.get('/api/conversations')).body.data).toEqual([])
  expect((await grace.get(path)).status).toBe(404)
})

test('returns up to 1,000 messages, also of the previous conversation', async () => {
  const tale = await story()
  const { ada, carla } = tale
  await fill(tale, 275)
  const later = await ada.data('POST', '/api/conversations', { conversation: { customer_id: carla.customer_id } })

  const { data } = (await ada.get('/api/conversations')).body as { data: Written[] }
  const long = data.find(({ id }) => id === carla.conversation_id)
  expect(long).toMatchObject({ has_more: false, messages_before: null })
  expect(long && seqs(long)).toEqual(numbers(1, 275))
  const previous = await ada.data('GET', `/api/conversations/${later.id}/previous`)
  expect(seqs(previous)).toEqual(numbers(1, 275))
  expect(await ada.data('GET', `/api/conversations/${carla.conversation_id}/previous`)).toBeNull()
})

test('returns the same with and without a limit', async () => {
  const { ada, ben, carla, acme, server } = await story()
  await carla.says('Where is my parcel?')
  await ada.sends({
    conversation_id: carla.conversation_id,
    body: 'Ben, a parcel',
    type: 'note',
    private: true,
    mentioned_user_ids: [ben.id],
  })
  const { id: tag_id } = await ada.data('POST', '/api/tags', { tag: { name: 'VIP' } })
  await ada.data('POST', `/api/conversations/${carla.conversation_id}/tags`, { tag_id })
  await (await (await new Visitor(server.url).arrives(acme.id)).opensChat()).says('alone')
  await new Visitor(server.url).arrives(acme.id).then((silent) => silent.opensChat())

  for (const query of ['', 'q=parcel', 'q=nothing', 'limit=1', 'status=closed', `tag_id=${tag_id}`]) {
    // With a limit the answer is checked against its schema.
    const { body: limited } = await ada.get(`/api/conversations?${query}&message_limit=50`)
    expect((await ada.get(`/api/conversations?${query}`)).body, query).toEqual(limited)
  }
  const path = `/api/conversations/${carla.conversation_id}`
  expect(await ada.data('GET', path)).toEqual(await ada.data('GET', `${path}?message_limit=50`))
})

test('holds few messages in memory, and reads no further than the caller has taken', async () => {
  const tale = await story()
  const { ada, carla, server, acme } = tale
  await fill(tale, 900)
  const account = server.platform.account(acme.id)
  const options = { filters: {}, user_id: ada.id, limit: 50, after: null }

  const parts: string[] = []
  for await (const part of writePage(account, options)) {
    parts.push(part)
    expect(part.match(/"No\. \d+"/g)?.length ?? 0).toBeLessThanOrEqual(AT_ONCE)
    if (parts.length !== 2) continue
    // Messages that were not read yet are deleted now, so they are missing only if they are read in batches.
    const { pool } = databaseOf(server.platform)
    await pool.query('delete from messages where conversation_id = $1 and seq > 300', [carla.conversation_id])
  }
  const [conversation] = (JSON.parse(parts.join('')) as { data: Written[] }).data
  expect(conversation && seqs(conversation)).toEqual(numbers(1, 300))
})

test('a list of long messages is sent in parts and stays whole', async () => {
  const { ada, grace, carla } = await story()
  const body = `order ${'ä '.repeat(40_000)}end`
  for (let count = 0; count < 3; count += 1) {
    const conversation = { customer_id: carla.customer_id, message: { body } }
    await ada.data('POST', '/api/conversations', { conversation })
  }

  for (const path of ['/api/conversations?message_limit=1', '/api/conversations?message_limit=1&q=order']) {
    const { body: page } = await ada.get(path)
    const long = (page.data as Written[]).filter(({ messages }) => messages.length > 0)
    expect(long.map(({ messages }) => messages[0]?.body === body)).toEqual([true, true, true])
    expect(page).toMatchObject({ next: null, limit: 50 })
    expect((await grace.get(path)).body.data).toEqual([])
  }
})

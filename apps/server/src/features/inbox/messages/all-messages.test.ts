import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { story, type Story } from '../../../../test/story.js'
import { AT_ONCE, MAX_LISTED, writeAllMessages } from './all-messages.js'

interface Listed {
  data: Array<{ id: string; seq: number; body: string }>
  has_more: boolean
  next: string | null
}

/** Stores `count` messages of Carla, several in each microsecond. */
async function fill({ server, acme, carla }: Story, count: number) {
  const { pool } = databaseOf(server.platform)
  await pool.query(
    `insert into messages (account_id, conversation_id, customer_id, seq, body, created_at)
     select $1, $2, $3, n, 'No. ' || n, timestamptz '2024-03-09 14:05:22' + (n / 3) * interval '1 microsecond'
     from generate_series(1, $4::int) n`,
    [acme.id, carla.conversation_id, carla.customer_id, count],
  )
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
const seqs = (messages: Listed['data']) => messages.map(({ seq }) => seq).sort((a, b) => a - b)

test('returns all messages without a limit', async () => {
  const tale = await story()
  await fill(tale, 466)
  const { body } = (await tale.ada.get('/api/messages')) as { body: Listed }
  expect(body).toMatchObject({ has_more: false, next: null })
  expect(seqs(body.data)).toEqual(numbers(466))
  expect((await tale.grace.get('/api/messages')).body).toEqual({ data: [], has_more: false, next: null })
})

test('the cursor continues after 10,000 messages', { timeout: 60_000 }, async () => {
  const tale = await story()
  const { ada, grace } = tale
  await fill(tale, MAX_LISTED + 66)

  const { body: first } = (await ada.get('/api/messages')) as { body: Listed }
  expect([first.data.length, first.has_more]).toEqual([MAX_LISTED, true])
  const { body: rest } = (await ada.get(`/api/messages?after=${first.next}`)) as { body: Listed }
  expect(rest).toMatchObject({ has_more: false, next: null })
  expect(seqs([...first.data, ...rest.data])).toEqual(numbers(MAX_LISTED + 66))
  expect((await grace.get(`/api/messages?after=${first.next}`)).body.data).toEqual([])
})

test('a page with a limit returns the same and a cursor', async () => {
  const tale = await story()
  const { ada } = tale
  await fill(tale, 10)
  const read: Listed['data'] = []
  let after: string | null = ''
  for (let page = 0; page < 5 && after !== null; page += 1) {
    const { body } = (await ada.get(`/api/messages?limit=4&after=${after}`)) as { body: Listed }
    read.push(...body.data)
    after = body.next
  }
  expect(read).toEqual((await ada.get('/api/messages')).body.data)
  for (const cursor of ['nonsense', Buffer.from('9 x').toString('base64url')])
    expect((await ada.get(`/api/messages?after=${cursor}`)).status).toBe(400)
})

test('a page continues although its last message was deleted', async () => {
  const tale = await story()
  const { ada, grace } = tale
  await fill(tale, 10)
  const { body: first } = (await ada.get('/api/messages?limit=4')) as { body: Listed }
  const last = first.data.at(-1)?.id
  const { body: same } = (await ada.get(`/api/messages?limit=6&after_message_id=${last}`)) as { body: Listed }
  expect((await ada.delete(`/api/messages/${last}`)).status).toBe(204)
  const { body: rest } = (await ada.get(`/api/messages?after=${first.next}`)) as { body: Listed }
  expect(rest.data).toEqual(same.data)
  expect(seqs([...first.data, ...rest.data])).toEqual(numbers(10))
  // An id alone leads nowhere then. An empty page would look like the end.
  for (const [who, id] of [
    [ada, last],
    [grace, first.data[0]?.id],
  ] as const)
    expect((await who.get(`/api/messages?after_message_id=${id}`)).status).toBe(404)
})

test('holds few messages in memory, and reads no further than the caller has taken', async () => {
  const tale = await story()
  const { server, acme } = tale
  await fill(tale, 1_000)
  const { pool } = databaseOf(server.platform)

  const parts: string[] = []
  for await (const part of writeAllMessages(server.platform.account(acme.id), {}, {})) {
    parts.push(part)
    expect(part.match(/"No\. \d+"/g)?.length ?? 0).toBeLessThanOrEqual(AT_ONCE)
    // Messages that were not read yet are deleted now, so they are missing only if they are read in batches.
    if (parts.length === 2) await pool.query('delete from messages where account_id = $1', [acme.id])
  }
  const { data, has_more } = JSON.parse(parts.join('')) as Listed
  expect([data.length, has_more]).toEqual([AT_ONCE, false])
})

test('finds messages by their text, in any case and with wildcards', async () => {
  const { ada, grace, carla } = await story()
  for (const body of ['Where is my Parcel?', 'Where is it?', '100%_sure']) await carla.says(body)
  const find = async (body: string, who: Story['ada'] | Story['grace'] = ada) =>
    (await who.data('GET', `/api/messages?body=${encodeURIComponent(body)}`)).map(
      (found: { body: string }) => found.body,
    )

  expect(await find('where is my parcel?')).toEqual(['Where is my Parcel?'])
  expect(await find('where%')).toEqual(['Where is it?', 'Where is my Parcel?'])
  expect(await find('%PARCEL%')).toEqual(['Where is my Parcel?'])
  expect(await find('where')).toEqual([])
  expect(await find('where is i_?%')).toEqual([])
  expect(await find('%_sure')).toEqual(['100%_sure'])
  expect(await find('where%', grace)).toEqual([])
  expect(await ada.data('GET', '/api/messages?body=')).toHaveLength(3)
})

test('rejects a filter that it does not know, and values that it cannot read', async () => {
  const { ada } = await story()
  for (const query of ['text=hello', 'user_id=junk', 'private=maybe', 'type=letter', 'body[]=a', 'limit=0'])
    expect([query, (await ada.get(`/api/messages?${query}`)).status]).toEqual([query, 400])
})

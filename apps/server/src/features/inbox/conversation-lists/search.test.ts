import type { SearchMatch } from '@papercups/contract'
import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { theServer } from '../../../../test/server.js'
import { story, Visitor, type Story } from '../../../../test/story.js'
import { highlight } from './highlight.js'
import { readTerms, toQuery } from './words.js'

const drawn = (match: SearchMatch) => match.parts.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')

function searching(agent: Story['ada'] | Story['grace']) {
  return async (q: string, more = '') => {
    const { body } = await agent.get(`/api/conversations?q=${encodeURIComponent(q)}${more}`)
    expect(body.total).toBe(body.data.length)
    return (body.data as Array<{ id: string; match: SearchMatch | null }>).map(({ match }) => match && drawn(match))
  }
}

test('finds a message by its words, in any order and spelling', async () => {
  const { ada, carla, grace } = await story()
  await carla.says('Où est mon Café? La Straße 12 existe.')
  await ada.remarks('She is a reporter, careful')
  const find = searching(ada)

  expect(await find('cafe')).toEqual(['Où est mon [Café]? La Straße 12 existe.'])
  expect(await find('STRASSE cafe')).toEqual(['Où est mon [Café]? La [Straße] 12 existe.'])
  expect(await find('exis')).toEqual(['Où est mon Café? La Straße 12 [existe].'])
  expect(await find('exis cafe')).toEqual([])
  expect(await find('"la strasse"')).toEqual(['Où est mon Café? [La Straße] 12 existe.'])
  expect(await find('"strasse la"')).toEqual([])
  expect(await find('cafe bicycle')).toEqual([])
  expect(await find('report')).toEqual(['She is a [reporter], careful'])
  expect(await searching(grace)('cafe')).toEqual([])
})

test('shows the newest matching message, and applies the filters', async () => {
  const { ada, carla, server, acme } = await story()
  await carla.says('First parcel')
  await carla.says('Second parcel')
  const dora = await (await new Visitor(server.url).arrives(acme.id)).opensChat()
  await dora.says('My parcel as well')
  await ada.data('PUT', `/api/conversations/${dora.conversation_id}`, { conversation: { status: 'closed' } })
  const find = searching(ada)

  expect(await find('parcel')).toEqual(['My [parcel] as well', 'Second [parcel]'])
  expect(await find('parcel', '&status=open')).toEqual(['Second [parcel]'])
  expect(await find('parcel', '&status=closed&assignee_id')).toEqual(['My [parcel] as well'])
  const [found] = (await ada.get('/api/conversations?q=second')).body.data
  const messages = (await ada.get(`/api/conversations/${carla.conversation_id}/messages`)).body.data
  expect(found.match).toMatchObject({ message_id: messages[1].id, seq: 2 })

  const page = (await ada.get('/api/conversations?q=parcel&limit=1')).body
  expect(page).toMatchObject({ total: 2, data: [{ id: dora.conversation_id }] })
  const next = (await ada.get(`/api/conversations?q=parcel&limit=1&after=${page.next}`)).body
  expect(next).toMatchObject({ next: null, data: [{ id: carla.conversation_id }] })
  expect((await ada.get('/api/conversations')).body.data[0]).not.toHaveProperty('match')
})

test('finds a conversation by its customer', async () => {
  const { ada, grace } = await story()
  const find = searching(ada)
  expect(await find('carl')).toEqual([null])
  expect(await find('carla@example.com')).toEqual([null])
  expect(await find('carla@elsewhere.com')).toEqual([])
  expect(await searching(grace)('carla')).toEqual([])
})

test('finds edited text and forgets deleted text', async () => {
  const { ada, carla, server } = await story()
  await carla.says('Hello')
  const { db } = databaseOf(server.platform)
  const mine = db.updateTable('messages').where('conversation_id', '=', carla.conversation_id)
  await mine.set({ body: 'Goodbye' }).execute()
  expect(await searching(ada)('hello')).toEqual([])
  expect(await searching(ada)('goodbye')).toEqual(['[Goodbye]'])
})

test('answers every odd search', async () => {
  const { ada, carla } = await story()
  await carla.says('100% of 东京 <b>bold</b> & more, 1 < 2 | !x')
  const strange = [
    '%',
    '_',
    '"',
    '""',
    `' or 1=1 --`,
    '!',
    '&',
    '|',
    '<->',
    ':*',
    '(',
    "'':*",
    '\\',
    '\\\\x',
    '*',
    '..',
    '😀',
  ]
  strange.push(
    'ﷺ'.repeat(400),
    'x'.repeat(500),
    'a '.repeat(250),
    '"a" '.repeat(100),
    '\u0000',
    '\ud800',
    '\u202e',
    'not (a)',
  )
  for (const q of strange) {
    const { status, body } = await ada.get(`/api/conversations?q=${encodeURIComponent(q.toWellFormed())}`)
    expect(status, q).toBe(200)
    expect(Array.isArray(body.data), q).toBe(true)
  }
  expect((await ada.get('/api/conversations?q[]=a')).status).toBe(400)
  expect((await ada.get(`/api/conversations?q=${'x'.repeat(501)}`)).status).toBe(400)
  const find = searching(ada)
  expect(await find('100%')).toEqual(['[100]% of 东京 <b>bold</b> & more, 1 < 2 | !x'])
  expect(await find('京')).toEqual(['100% of 东[京] <b>bold</b> & more, 1 < 2 | !x'])
  expect(await find('京东')).toEqual([])
  expect(await find('😀')).toEqual([])
})

test('the database splits text into the same words as we do', async () => {
  const { pool } = databaseOf((await theServer()).platform)
  const texts = [
    'Ärger — “naïve” ﬁne…',
    'ｆｕｌｌ ½ Øl Łódź ıi',
    '配送はいつですか。東京ガス',
    '배송 언제',
    'ok👍🏽fine',
    "a_b.c/d@e:f;g'h\\j k+l <m> &n; ~/o #p w$x y^z a|b {c} [d] `e` ~f",
    '1.5 1e5 -3 +4 2026-11-15 12:30 v2.0-beta',
    'http://q.r/s?t=u%v&w=x carla@example.com 50% a=b',
    'ПРИВЕТ, мир!',
    'שלום״ ،مرحبا؟',
    'e\u0301 €5 x²',
  ]
  const cut = `select tsvector_to_array(to_tsvector('simple', searchable($1))) as words`
  for (const text of texts) {
    const { rows } = await pool.query<{ words: string[] }>(cut, [text])
    const words = readTerms(`"${text}"`).flatMap((term) => term.words.map((word) => word.toLowerCase()))
    expect(rows[0]?.words, text).toEqual(
      [...new Set(words)].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    )
  }
})

test('stores any message, however hard to index', async () => {
  const { ada, carla } = await story()
  const hard = [
    'ﷺ'.repeat(100_000),
    'é'.repeat(100_000),
    '界'.repeat(100_000),
    'a.'.repeat(50_000),
    '𐐀 '.repeat(33_000),
  ]
  hard.push(Array.from({ length: 20_000 }, (_, n) => String.fromCodePoint(0x10000 + n)).join(' '))
  hard.push(Array.from({ length: 25_000 }, (_, n) => `${String.fromCodePoint(0xa000 + (n % 1100))}ﷺ${n % 9}`).join(''))
  for (const body of hard) {
    const message = { conversation_id: carla.conversation_id, body: body.slice(0, 100_000) }
    expect((await ada.post('/api/messages', { message })).status).toBe(201)
  }
})

test('shows a long message around the hit', () => {
  const body = `${'before '.repeat(100)}needle ${'after '.repeat(100)}`
  const parts = highlight(body, readTerms('needle'))
  expect(parts[0]).toEqual({ text: '…', hit: false })
  expect(parts.at(-1)).toEqual({ text: '…', hit: false })
  expect(parts.filter(({ hit }) => hit)).toEqual([{ text: 'needle', hit: true }])
  expect(parts.map(({ text }) => text).join('').length).toBeLessThan(320)
  expect(highlight('one two one', readTerms('one')).map(({ text }) => text)).toEqual(['one', ' two ', 'one'])
})

test('parses queries', () => {
  expect(toQuery(readTerms('lost "my blue bag" pa'))).toBe(`('lost') & ('my' <-> 'blue' <-> 'bag') & ('pa':*)`)
  expect(toQuery(readTerms('carla@example.com'))).toBe(`('carla' <-> 'example' <-> 'com':*)`)
  expect(readTerms(' "" % ')).toEqual([])
})

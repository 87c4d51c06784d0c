import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobsDone, reactionsDone } from '../../../../test/mail.js'
import { startMailStory } from '../../../../test/mails/mail-story.js'
import { rateAs, setStatus, turnRatingsOn } from '../../../../test/ratings.js'
import { Reader } from '../../../../test/reader.js'
import type { Agent } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'
import { suppress } from '../email/suppressed-emails.js'
import { mailDueRatings } from './mail-rating-request.js'

let world: Awaited<ReturnType<typeof startMailStory>>
beforeAll(async () => {
  world = await startMailStory()
})
afterAll(() => world.stop())

const SUBJECT = 'How was your conversation with Acme?'
const requestsTo = async (email: string) =>
  (await world.outside.mailsTo(email)).filter(({ subject }) => subject === SUBJECT)

/** A chat with a question and an answer, in an inbox with ratings. */
async function chat(customer?: object) {
  const tale = await world.chat(customer)
  await turnRatingsOn(tale.ada)
  await tale.carla.says('Where is my parcel?')
  await tale.says('It arrives today.')
  return tale
}

async function close(agent: Agent, conversation_id: string) {
  await setStatus(agent, conversation_id, 'closed')
  await reactionsDone(world.server)
}

/** As if five minutes had passed. */
async function wait5Minutes(conversation_id: string) {
  await reactionsDone(world.server)
  const { pool } = databaseOf(world.server.platform)
  const due =
    'update ratings set mail_at = now() - make_interval(secs => 1) where mail_at is not null and conversation_id = $1'
  await pool.query(due, [conversation_id])
  await mailDueRatings(world.server.platform)
  await jobsDone(world.server)
}

const ratingsOf = (agent: Agent, conversation_id: string) =>
  agent.data('GET', `/api/conversations/${conversation_id}/ratings`)

test('asks by mail after a while; the link shows a page, and only its button stores the rating', async () => {
  const { ada, carla, email } = await chat()
  const { conversation_id } = carla
  await close(ada, conversation_id)
  expect(await requestsTo(email)).toEqual([])
  await wait5Minutes(conversation_id)
  await wait5Minutes(conversation_id)
  const [request, ...more] = await requestsTo(email)
  expect(more).toEqual([])
  const header = (key: string) => request?.headers.find((one) => one.key === key)?.value
  expect(header('auto-submitted')).toBe('auto-generated')
  expect(header('list-unsubscribe')).toContain('/unsubscribe/')
  const links = [...(request?.text?.matchAll(/\/rate\/\S+\?score=\d/g) ?? [])].map(([link]) => link)
  expect(links.map((link) => link.slice(-1))).toEqual(['1', '2', '3', '4', '5'])

  const reader = new Reader(world.server.url)
  await reader.opens(links[3] ?? '')
  expect(reader.status).toBe(200)
  expect(reader.page).toMatch(/value="4"\s+required\s+checked/)
  expect(await ratingsOf(ada, conversation_id)).toEqual([])
  const [path = ''] = (links[3] ?? '').split('?')
  expect((await reader.posts(path, { score: '4', comment: 'Fine' })).page).toContain('Thank you for your rating!')
  await reader.posts(path, { score: '5', comment: '' })
  expect(await ratingsOf(ada, conversation_id)).toMatchObject([{ score: 5, comment: null, source: 'email' }])

  for (const wrong of [`${path}x`, '/rate/none']) expect((await reader.opens(wrong)).status).toBe(404)
  expect((await reader.posts(path, {})).status).toBe(422)
  const { pool } = databaseOf(world.server.platform)
  await pool.query(`update ratings set rated_at = now() - interval '1 day' where conversation_id = $1`, [
    conversation_id,
  ])
  expect((await reader.posts(path, { score: '1' })).status).toBe(409)
  await reader.opens(links[0] ?? '')
  expect(reader.page).toContain('This conversation can no longer be rated.')
  expect(reader.page).not.toContain('name="score"')
  expect(await ratingsOf(ada, conversation_id)).toMatchObject([{ score: 5 }])
})

test('mails nobody who rated, came back, has no email, wants no mail or is switched off', async () => {
  const rated = await chat()
  await close(rated.ada, rated.carla.conversation_id)
  await rateAs(rated.carla, { score: 3 })
  const reopened = await chat()
  await close(reopened.ada, reopened.carla.conversation_id)
  await reopened.carla.says('One more thing')
  const noEmail = await chat({ email: 'not an email' })
  await close(noEmail.ada, noEmail.carla.conversation_id)
  const off = await chat()
  await off.ada.data('PUT', '/api/accounts/me', { account: { settings: { disable_automated_reply_emails: true } } })
  await close(off.ada, off.carla.conversation_id)
  const suppressed = await chat()
  const { platform } = world.server
  await suppress(platform.account(suppressed.account_id), platform, suppressed.email, 'unsubscribe')
  await close(suppressed.ada, suppressed.carla.conversation_id)
  const ours = await chat({ email: 'help@acme.test' })
  await close(ours.ada, ours.carla.conversation_id)
  for (const { carla, email } of [rated, reopened, noEmail, off, suppressed, ours]) {
    await wait5Minutes(carla.conversation_id)
    expect(await requestsTo(email)).toEqual([])
  }
  expect(await requestsTo('help@acme.test')).toEqual([])
})

test('asks a person who wrote a mail, and no program', async () => {
  const person = await world.mailConversation()
  const program = await world.mailConversation('List-Id: <news.example.test>\nPrecedence: bulk')
  for (const { ada, conversation_id, answers, email } of [person, program]) {
    await turnRatingsOn(ada)
    await answers('Thank you')
    await close(ada, conversation_id)
    await wait5Minutes(conversation_id)
    expect(await requestsTo(email)).toHaveLength(email === person.email ? 1 : 0)
  }
  const { pool } = databaseOf(world.server.platform)
  const asked = 'select from ratings where conversation_id = any($1)'
  const { rowCount } = await pool.query(asked, [[person.conversation_id, program.conversation_id]])
  expect(rowCount).toBe(1)
})

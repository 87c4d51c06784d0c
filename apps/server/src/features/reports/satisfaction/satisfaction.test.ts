import { expect, test } from 'vitest'
import { reactionsDone } from '../../../../test/mail.js'
import { cursorAt } from '../../../../test/rebuild-reports.js'
import { rateAs, setStatus, turnRatingsOn } from '../../../../test/ratings.js'
import { story, Visitor } from '../../../../test/story.js'

const DAY_MS = 86_400_000
const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const RANGE = `from_date=${day(-1)}&to_date=${day(1)}`

test('adds up ratings, and each number opens the conversations behind it', async () => {
  const { ada, ben, grace, acme, server } = await story()
  await turnRatingsOn(ada)
  const { id: inbox_id } = await ada.data('GET', '/api/inboxes/primary')
  const chat = async (agent: typeof ada) => {
    const visitor = await (await new Visitor(server.url).arrives(acme.id, { name: '=1+1' })).opensChat()
    await visitor.says('Hello?')
    await agent.replies(visitor.conversation_id, 'Hi')
    await setStatus(agent, visitor.conversation_id, 'closed')
    return visitor
  }
  const visitors = [await chat(ada), await chat(ada), await chat(ben), await chat(ben)]
  await reactionsDone(server)
  const [first, second, third] = visitors
  if (!first || !second || !third) throw new Error('no visitors')
  await rateAs(first, { score: 5, comment: 'Great' })
  await rateAs(second, { score: 2 })
  await rateAs(third, { score: 5 })
  await reactionsDone(server)

  const read = (agent: { data: typeof ada.data }, more = '') =>
    agent.data('GET', `/api/reporting/satisfaction?${RANGE}${more}`)
  const report = await read(ben)
  expect(report).toEqual({
    ...{ asked: 4, rated: 3, average: 4 },
    scores: [0, 1, 0, 0, 2].map((count, at) => ({ score: at + 1, count })),
    users: [
      { user: { id: ada.id, email: ada.email }, asked: 2, rated: 2, average: 3.5 },
      { user: { id: ben.id, email: ben.email }, asked: 2, rated: 1, average: 5 },
    ],
  })
  expect(await read(ada, `&inbox_id=${inbox_id}&assignee_id=${ben.id}`)).toMatchObject({
    asked: 2,
    rated: 1,
    average: 5,
  })
  expect(await read(grace)).toMatchObject({ asked: 0, rated: 0, average: null, users: [] })
  expect(await read(grace, `&inbox_id=${inbox_id}`)).toMatchObject({ asked: 0 })

  const behind = async (more: string) => (await ada.get(`/api/reporting/ratings?${RANGE}${more}`)).body
  const idsOf = ({ data }: { data: Array<{ conversation: { id: string } }> }) =>
    data.map(({ conversation }) => conversation.id)
  expect(idsOf(await behind('&rated=true&score=5'))).toEqual([third, first].map((one) => one.conversation_id))
  expect(idsOf(await behind(`&user_id=${ada.id}`))).toEqual([second, first].map((one) => one.conversation_id))
  expect((await behind('&commented=true')).data).toMatchObject([{ score: 5, comment: 'Great' }])
  expect((await behind('&rated=true')).data).toHaveLength(3)
  const page = await behind('&limit=3')
  const rest = await behind(`&limit=3&after=${page.next}`)
  expect([...idsOf(page), ...idsOf(rest)]).toEqual(visitors.map((one) => one.conversation_id).toReversed())
  expect(rest.next).toBeNull()
  expect((await grace.get(`/api/reporting/ratings?${RANGE}`)).body.data).toEqual([])

  await ada.delete(`/api/customers/${second.customer_id}`)
  expect(await read(ada)).toMatchObject({ asked: 3, rated: 2, average: 5 })
})

test('refuses ranges and filters that are wrong, and callers without a session', async () => {
  const { ada, carla } = await story()
  for (const path of ['satisfaction', 'ratings']) {
    expect((await ada.get(`/api/reporting/${path}?from_date=nonsense&to_date=x`)).status).toBeGreaterThanOrEqual(400)
    expect((await ada.get(`/api/reporting/${path}?${RANGE}&inbox_id=none`)).status).toBe(400)
    expect((await carla.get(`/api/reporting/${path}?${RANGE}`)).status).toBe(401)
  }
  for (const after of ['nonsense', cursorAt('2024-02-31'), cursorAt('0000-01-01')])
    expect((await ada.get(`/api/reporting/ratings?${RANGE}&after=${after}`)).status).toBe(400)
  expect((await ada.get(`/api/reporting/ratings?${RANGE}&score=6`)).status).toBe(400)
})

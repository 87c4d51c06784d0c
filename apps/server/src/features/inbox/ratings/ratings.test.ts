import type { Rating } from '@papercups/contract'
import { expect, test } from 'vitest'
import { demandProof, hash, knownCarla } from '../../../../test/identity-proofs.js'
import { reactionsDone } from '../../../../test/mail.js'
import { askedOf, askedStory, rateAs, setStatus, turnRatingsOn } from '../../../../test/ratings.js'
import { story, Visitor } from '../../../../test/story.js'
import { startReceiver } from '../../../../test/webhook-receiver.js'

const ratingsOf = ({ conversation_id }: Visitor) => `/api/conversations/${conversation_id}/ratings`

test('asks after a user closed the conversation, and shows the rating to the team at once', async () => {
  const { ada, ben, grace, carla, asked, rate, hearOut } = await askedStory()
  const { conversation_id, customer_id } = carla
  const heard: string[] = []
  for (const [name, agent] of Object.entries({ ben, grace }))
    (await agent.listen()).on('rating:changed', (change) => heard.push(`${name} ${change.conversation_id}`))

  const question = await asked()
  expect(question).toEqual({ object: 'rating', conversation_id, score: null, comment: null })
  expect(await ada.data('GET', ratingsOf(carla))).toEqual([])

  const answer = await rate({ score: 4, comment: '  Quick!  ' })
  expect(answer).toMatchObject({ status: 200, body: { data: { ...question, score: 4, comment: 'Quick!' } } })
  await hearOut()
  expect(heard).toEqual([`ben ${conversation_id}`])
  const [rating, ...others]: Rating[] = await ben.data('GET', ratingsOf(carla))
  expect(others).toEqual([])
  expect(rating).toMatchObject({ customer_id, user_id: ada.id, score: 4, comment: 'Quick!', source: 'widget' })
  expect((await grace.get(ratingsOf(carla))).status).toBe(404)
  expect((await carla.get(ratingsOf(carla))).status).toBe(401)
})

test('a rating may be changed for a day, and given for two weeks', async () => {
  const { ada, carla, asked, rate, age } = await askedStory()
  await age('13 days')
  expect(await asked()).toMatchObject({ score: null })
  await rate({ score: 2, comment: 'Slow' })
  expect(await asked()).toMatchObject({ score: 2, comment: 'Slow' })
  expect((await rate({ score: 5 })).body.data).toMatchObject({ score: 5, comment: null })
  await age('1 day')
  expect(await asked()).toBeNull()
  const late = await rate({ score: 1 })
  expect(late).toMatchObject({ status: 409, body: { error: { message: 'This conversation can no longer be rated.' } } })
  expect(await ada.data('GET', ratingsOf(carla))).toMatchObject([{ score: 5, comment: null }])

  const unrated = await askedStory()
  await unrated.age('14 days')
  expect(await unrated.asked()).toBeNull()
  expect((await unrated.rate({ score: 5 })).status).toBe(409)
})

test('a conversation that is closed again is rated again, and an undone closing asks nobody', async () => {
  const { ada, carla, server, asked, rate, close, reopen } = await askedStory()
  await rate({ score: 1 })
  await carla.says('It did not arrive')
  await reactionsDone(server)
  expect(await asked()).toBeNull()
  await close()
  await reactionsDone(server)
  expect(await asked()).toMatchObject({ score: null })
  await reopen()
  await reactionsDone(server)
  expect(await asked()).toBeNull()
  await close()
  await reactionsDone(server)
  await rate({ score: 5 })
  expect(await ada.data('GET', ratingsOf(carla))).toMatchObject([{ score: 1 }, { score: 5 }])
})

test('asks nobody if ratings are off, nobody answered, the customer wrote nothing or the conversation is deleted', async () => {
  const off = await story()
  await off.carla.says('Hello?')
  await off.ada.answers('Hi')
  await setStatus(off.ada, off.carla.conversation_id, 'closed')

  const { ada, ben, acme, server } = await story()
  await turnRatingsOn(ada)
  const arrive = async () => (await new Visitor(server.url).arrives(acme.id)).opensChat()
  const [unanswered, noted, silent, deleted] = [await arrive(), await arrive(), await arrive(), await arrive()]
  for (const visitor of [unanswered, noted, deleted]) await visitor.says('Hello?')
  await ben.notes(noted.conversation_id, 'Spam')
  for (const { conversation_id } of [silent, deleted]) await ada.replies(conversation_id, 'Hi')
  for (const { conversation_id } of [unanswered, noted, silent, deleted])
    await setStatus(ada, conversation_id, 'closed')
  await ada.data('POST', `/api/conversations/${deleted.conversation_id}/archive`)
  await reactionsDone(server)
  for (const visitor of [off.carla, unanswered, noted, silent, deleted]) expect(await askedOf(visitor)).toBeNull()
})

test('rejects strangers, other accounts and values that are no rating', async () => {
  const { acme, globex, server, carla, asked, rate } = await askedStory()
  for (const rating of [{}, { score: 0 }, { score: 6 }, { score: 2.5 }, { score: 'five' }, { score: null }])
    expect((await rate(rating)).status).toBe(422)
  expect((await rate({ score: 5, comment: 'x'.repeat(2_001) })).status).toBe(422)
  const stranger = await new Visitor(server.url).arrives(acme.id)
  expect((await rateAs(stranger, { score: 1 }, carla.conversation_id)).status).toBe(404)
  const { customer_id, conversation_id } = carla
  const same = { customer_id, conversation_id, account_id: globex.id }
  const elsewhere = Object.assign(new Visitor(server.url), same)
  expect((await rateAs(elsewhere, { score: 1 })).status).toBe(404)
  expect(await asked()).toMatchObject({ score: null })
})

test('a customer with an external id needs the proof that the account requires', async () => {
  const tale = await story()
  const { ada, server } = tale
  await turnRatingsOn(ada)
  const { carla, external_id, key } = await knownCarla(tale)
  await setStatus(ada, carla.conversation_id, 'closed')
  await reactionsDone(server)
  expect(await askedOf(carla)).toMatchObject({ score: null })
  await demandProof(ada)
  expect(await askedOf(carla)).toBeNull()
  expect((await rateAs(carla, { score: 1 })).status).toBe(404)
  const proof = `account_id=${carla.account_id}&user_hash=${hash(key, external_id)}`
  expect(await carla.data('GET', `/api/customers/${carla.customer_id}/rating?${proof}`)).toMatchObject({ score: null })
  const path = `/api/customers/${carla.customer_id}/conversations/${carla.conversation_id}/rating?${proof}`
  expect((await carla.put(path, { rating: { score: 5 } })).status).toBe(200)
})

test('webhooks get a new rating and each change of it, and no repeated call', async () => {
  const { ada, carla, rate } = await askedStory()
  const receiver = await startReceiver()
  const events = ['csat:created', 'csat:updated']
  await ada.data('POST', '/api/event_subscriptions', { event_subscription: { webhook_url: receiver.url, events } })
  for (const score of [3, 3, 4]) await rate({ score })
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(2)
  const { conversation_id, customer_id } = carla
  const about = { object: 'rating', conversation_id, customer_id, user_id: ada.id, source: 'widget', comment: null }
  expect(receiver.of('csat:created')).toMatchObject([{ ...about }])
  expect(receiver.of('csat:updated')).toMatchObject([{ ...about, score: 4 }])
})

test('ratings are in the timeline and the export, move with a merge and are erased with the customer', async () => {
  const { ada, carla, acme, server, asked, rate } = await askedStory()
  await rate({ score: 2, comment: 'Not my day' })
  const kept = await new Visitor(server.url).arrives(acme.id, { name: 'Carla at work' })
  const merge = { customer_id: carla.customer_id }
  const { id: merge_id } = await ada.data('POST', `/api/customers/${kept.customer_id}/merge`, merge)
  expect(await ada.data('GET', ratingsOf(carla))).toMatchObject([{ customer_id: kept.customer_id, score: 2 }])
  // Her browser still has the old id.
  expect(await asked()).toMatchObject({ score: 2 })
  const timeline = async (id: string) =>
    (await ada.get(`/api/customers/${id}/timeline?kinds[]=conversations`)).body.data
  const rated = expect.objectContaining({
    ...{ kind: 'conversations', action: 'rated', score: 2, conversation_id: carla.conversation_id },
  })
  expect(await timeline(kept.customer_id)).toContainEqual(rated)
  await ada.data('POST', `/api/customer_merges/${merge_id}/undo`)
  expect(await timeline(kept.customer_id)).not.toContainEqual(rated)
  expect(await timeline(carla.customer_id)).toContainEqual(rated)

  const { body } = await ada.get(`/api/customers/${carla.customer_id}/export`)
  expect(body.conversations[0].ratings).toMatchObject([{ score: 2, comment: 'Not my day' }])
  expect((await ada.delete(`/api/customers/${carla.customer_id}`)).status).toBe(204)
  expect((await ada.get(ratingsOf(carla))).status).toBe(404)
})

test('only admins turn ratings on', async () => {
  const { ada, ben } = await story()
  const { id, ratings_enabled } = await ada.data('GET', '/api/inboxes/primary')
  expect(ratings_enabled).toBe(false)
  expect((await ben.put(`/api/inboxes/${id}`, { inbox: { ratings_enabled: true } })).status).toBe(403)
  const on = await ada.data('PUT', `/api/inboxes/${id}`, { inbox: { ratings_enabled: true } })
  expect(on).toMatchObject({ ratings_enabled: true })
  expect(await ada.data('PUT', `/api/inboxes/${id}`, { inbox: { name: 'Help' } })).toMatchObject({
    ratings_enabled: true,
  })
})

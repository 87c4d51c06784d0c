import type { ConversationEmail } from '@papercups/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { jobsDone, reactionsDone } from '../../../../test/mail.js'
import { startMailStory } from '../../../../test/mails/mail-story.js'
import { mailOverdueAnswers } from './mail-unseen.js'
import { retryStalledMails } from './retry-stalled.js'

let world: Awaited<ReturnType<typeof startMailStory>>
beforeAll(async () => {
  world = await startMailStory()
})
afterAll(() => world.stop())

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

/** A mail that was sent, put back as if its job had failed at that time and given up. */
async function putBack(conversation_id: string, tried: number, created = tried) {
  const { db } = databaseOf(world.server.platform)
  const changes = { state: 'queued', failure: '451 Not now', sent_at: null } as const
  const mails = db.updateTable('outgoing_mails').where('conversation_id', '=', conversation_id)
  await mails.set({ ...changes, updated_at: hoursAgo(tried), created_at: hoursAgo(created) }).execute()
}

async function failing(tried: number, created = tried) {
  const story = await world.mailConversation()
  const { answers, email, conversation_id } = story
  const message = await answers('One')
  await reactionsDone(world.server)
  await putBack(conversation_id, tried, created)
  const sent = async () => (await world.outside.mailsTo(email)).map(({ text }) => text?.trim()).slice(1)
  return { ...story, message, sent }
}

async function retryAll() {
  await retryStalledMails(world.server.platform)
  await jobsDone(world.server)
}

test('a mail whose job has given up is sent after a long outage', async () => {
  const { sent, states } = await failing(8, 40)
  await retryAll()
  expect(await states()).toEqual([{ state: 'sent', failure: null }])
  await retryAll()
  expect(await sent()).toEqual(['One'])
})

/** A chat whose visitor has not seen an answer for 20 minutes. */
async function unseen() {
  const { carla, email, says } = await world.chat()
  const { conversation_id } = carla
  const overdue = async (body: string) => {
    await says(body)
    await reactionsDone(world.server)
    const waiting = databaseOf(world.server.platform)
      .db.updateTable('unseen_answers')
      .set({ mail_at: hoursAgo(1) })
    await waiting.where('conversation_id', '=', conversation_id).execute()
  }
  const ids = async () => (await world.outside.mailsTo(email)).map(({ messageId }) => messageId)
  await overdue('Are you there?')
  return { conversation_id, overdue, ids }
}

test('a notice about unseen answers is tried again, too', async () => {
  const { conversation_id, ids } = await unseen()
  await mailOverdueAnswers(world.server.platform)
  await jobsDone(world.server)
  await putBack(conversation_id, 8)
  await retryAll()
  expect(await ids()).toHaveLength(2)
})

test('a notice that is tried again while another one is due is sent once', async () => {
  const { conversation_id, overdue, ids } = await unseen()
  await mailOverdueAnswers(world.server.platform)
  await jobsDone(world.server)
  const [first] = await ids()
  await overdue('We found it')
  await putBack(conversation_id, 8)

  // Both timers fire in the same second.
  await Promise.all([mailOverdueAnswers(world.server.platform), retryStalledMails(world.server.platform)])
  await jobsDone(world.server)
  expect(await ids()).toEqual([first, first, expect.not.stringContaining(first ?? '')])
})

test('leaves a mail to its job while that tries again', async () => {
  const { sent, states } = await failing(6, 100)
  await retryAll()
  expect(await states()).toMatchObject([{ state: 'queued' }])
  expect(await sent()).toEqual([])
})

test('a mail that failed for three days can be sent by hand, and the next one leaves', async () => {
  const { ada, account_id, conversation_id, message, sent, states } = await failing(8, 73)
  // It waited behind the first one, and its own job has given up as well.
  const { id } = await ada.sends({ conversation_id, body: 'Note', type: 'note', private: true })
  const { db } = databaseOf(world.server.platform)
  await db.updateTable('messages').set({ body: 'Two', type: 'reply', private: false }).where('id', '=', id).execute()
  const mails = db.selectFrom('outgoing_mails').selectAll().where('conversation_id', '=', conversation_id)
  const { id: mail_id, message_ids: _, ...first } = await mails.executeTakeFirstOrThrow()
  const lists = {
    people: JSON.stringify(first.people) as never,
    to_emails: JSON.stringify(first.to_emails) as never,
    cc_emails: '[]' as never,
    bcc_emails: '[]' as never,
    message_ids: JSON.stringify([id]) as never,
  }
  const second = { ...first, ...lists, failure: null, rfc_message_id: '<second@acme.test>', created_at: new Date() }
  await db.insertInto('outgoing_mails').values(second).execute()
  const heard: ConversationEmail[] = []
  const inbox = await ada.join(`notification:${account_id}`)
  inbox.on('email:changed', (change) => heard.push(change as ConversationEmail))

  await retryAll()
  expect(await states()).toEqual([
    { state: 'failed', failure: '451 Not now' },
    { state: 'sent', failure: null },
  ])
  expect(await sent()).toEqual(['Two'])
  await inbox.push('ping')
  expect(heard[0]).toMatchObject({ message_id: message.id, outgoing: [{ state: 'failed', failure: '451 Not now' }] })

  await ada.data('POST', `/api/outgoing_mails/${mail_id}/retry`)
  await jobsDone(world.server)
  expect(await sent()).toEqual(['Two', 'One'])
})

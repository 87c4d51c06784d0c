import type { Topics } from '@papercups/contract'
import { beforeAll, expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { mailsTo, mailTo, reactionsDone } from '../../../../test/mail.js'
import { startTestServer, type TestServer } from '../../../../test/server.js'
import { newCompany, newTeammate, Visitor } from '../../../../test/story.js'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

/** Without the emails that everybody gets who signs up. */
const mentionMails = async (server: TestServer, address: string) =>
  (await mailsTo(server, address)).filter(({ subject }) => subject.includes('mentioned you'))

async function team() {
  const acme = await newCompany(server, 'Acme', 'ada')
  const ada = acme.admin
  const ben = await newTeammate(server, acme, 'ben')
  const carla = await (await new Visitor(server.url).arrives(acme.id, { name: 'Carla' })).opensChat()
  const { conversation_id } = carla
  const mention = (message: object) =>
    ada.post('/api/messages', {
      message: { conversation_id, body: '@Ben, please look', type: 'note', private: true, ...message },
    })
  const mentions = async () =>
    (await ada.data('GET', `/api/conversations/${conversation_id}`)).mentions.map(
      ({ user_id, seen_at }: { user_id: number; seen_at: string | null }) => [user_id, seen_at !== null],
    )
  return { acme, ada, ben, carla, mention, mentions }
}

test('a mentioned user gets a broadcast and an email', async () => {
  const { acme, ada, ben, carla, mention, mentions } = await team()
  await ada.data('PUT', '/api/profile', { user_profile: { full_name: 'Ada Morel' } })
  const received: Array<Topics[`notification:${string}`]['mention:created']> = []
  const inbox = await ben.join(`notification:${acme.id}`)
  inbox.on('mention:created', (mention) => received.push(mention))
  await carla.says('Where is my <b>parcel</b>?')

  const { body } = await mention({ mentioned_user_ids: [ben.id] })

  await inbox.push('ping')
  const { conversation_id } = carla
  expect(received).toEqual([{ conversation_id, message_id: body.data.id, user_ids: [ben.id] }])
  expect(await mentions()).toEqual([[ben.id, false]])
  const mail = await mailTo(server, ben.email, 'Ada Morel mentioned you')
  expect(mail.text).toContain(`/conversations/mentions/${conversation_id}`)
  expect(mail.text).toContain('Carla: Where is my <b>parcel</b>?')
  expect(mail.text).toContain('Ada Morel: @Ben, please look')
  expect(mail.html).not.toContain('<b>parcel')
  expect(mail.reply_to).toBe(ada.email)

  await inbox.push('read', { conversation_id })
  expect(await mentions()).toEqual([[ben.id, true]])
})

test('metadata alone can mention active users', async () => {
  const { acme, ada, ben, mention, mentions } = await team()
  const left = await newTeammate(server, acme, 'left')
  await ada.data('POST', `/api/users/${left.id}/disable`)
  const grace = (await newCompany(server, 'Globex', 'grace')).admin

  const { status } = await mention({
    metadata: { mentions: [{ id: ben.id, email: ben.email }, left.id, { id: grace.id }, 'x', null, { id: 'DROP' }] },
  })
  expect(status).toBe(201)
  expect(await mentions()).toEqual([[ben.id, false]])

  await mention({ mentioned_user_ids: [left.id, ben.id], metadata: { mentions: [ben.id] } })
  expect(await mentions()).toEqual([
    [ben.id, false],
    [ben.id, false],
  ])
  expect((await mention({ mentioned_user_ids: [grace.id] })).status).toBe(422)
  await reactionsDone(server)
  expect(await mentionMails(server, left.email)).toEqual([])
  expect(await mentionMails(server, grace.email)).toEqual([])
})

test('a customer’s message mentions nobody', async () => {
  const { ben, carla, mentions } = await team()
  await carla.says('@Ben', { mentioned_user_ids: [ben.id], metadata: { mentions: [ben.id] } })
  expect(await mentions()).toEqual([])
})

test('sends no email to the author, to viewers, or to users who turned it off', async () => {
  const { acme, ada, ben, carla, mention } = await team()
  const cleo = await newTeammate(server, acme, 'cleo')
  await ben.data('PUT', '/api/user_settings', { user_settings: { email_alert_on_mention: false } })
  const tab = new Client(server.url)
  tab.token = cleo.token
  await tab.join(`viewing:${carla.conversation_id}`)

  await mention({ mentioned_user_ids: [ada.id, ben.id, cleo.id] })
  await reactionsDone(server)
  for (const { email } of [ada, ben, cleo]) expect(await mentionMails(server, email)).toEqual([])
})

test('an install can turn these emails off', async () => {
  const quiet = await startTestServer({ env: { MENTION_NOTIFICATION_EMAILS_DISABLED: 'true' } })
  const acme = await newCompany(quiet, 'Acme', 'ada')
  const ben = await newTeammate(quiet, acme, 'ben')
  const { conversation_id } = await (await new Visitor(quiet.url).arrives(acme.id)).opensChat()
  await acme.admin.sends({ conversation_id, body: '@Ben', mentioned_user_ids: [ben.id] })
  await reactionsDone(quiet)
  expect(await mentionMails(quiet, ben.email)).toEqual([])
})

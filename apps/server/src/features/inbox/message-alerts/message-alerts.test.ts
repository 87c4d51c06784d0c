import { beforeAll, expect, test } from 'vitest'
import { jobsDone, mailsTo, mailTo, reactionsDone } from '../../../../test/mail.js'
import { startTestServer, type TestServer } from '../../../../test/server.js'
import { newCompany, newTeammate, Visitor, type Agent, type Company } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'
import { forgetOldAlerts } from './unscoped.js'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

const EVERY = { email_alert_on_new_message: true }
const FIRST = { email_alert_on_new_conversation: true }
const want = (agent: Agent, user_settings: object) => agent.data('PUT', '/api/user_settings', { user_settings })

const writesTo = async (company: Company, customer: object = { name: 'Carla' }) =>
  (await new Visitor(server.url).arrives(company.id, customer)).opensChat()

/** Without the emails that everybody gets who signs up; oldest first. */
const alerts = async ({ email }: Agent) =>
  (await mailsTo(server, email)).filter(({ subject }) => subject.startsWith('New message')).toReversed()

const subjects = async (agent: Agent) => (await alerts(agent)).map(({ subject }) => subject)

/** Ends the pause between two emails of a conversation. */
async function pauseEnds(conversation_id: string) {
  const { pool } = databaseOf(server.platform)
  await pool.query(`update message_alerts set mail_at = now() - make_interval(secs => 1) where conversation_id = $1`, [
    conversation_id,
  ])
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now()
     where payload -> 'input' ->> 'conversation_id' = $1 and run_at > now()`,
    [conversation_id],
  )
  await jobsDone(server)
}

test('users with alerts get an email when a customer writes', async () => {
  const acme = await newCompany(server, 'Acme', 'ada')
  const [ben, cleo] = [await newTeammate(server, acme, 'ben'), await newTeammate(server, acme, 'cleo')]
  await want(acme.admin, EVERY)
  await want(ben, FIRST)
  const grace = (await newCompany(server, 'Globex', 'grace')).admin
  await want(grace, { ...EVERY, ...FIRST })
  const carla = await writesTo(acme, { name: 'Carla', email: 'carla@example.com' })

  await carla.says('Where is my <b>parcel</b>?')

  const mail = await mailTo(server, ben.email, 'New message from Carla (carla@example.com)')
  expect(mail.text).toContain(`/conversations/all/${carla.conversation_id}`)
  expect(mail.text).toContain('Carla: Where is my <b>parcel</b>?')
  expect(mail.html).toContain('Where is my &lt;b&gt;parcel&lt;/b&gt;?')
  expect(mail.reply_to).toBeNull()
  await reactionsDone(server)
  expect(await subjects(acme.admin)).toEqual([mail.subject])
  expect(await subjects(ben)).toEqual([mail.subject])
  expect(await alerts(cleo)).toEqual([])
  expect(await alerts(grace)).toEqual([])
})

test('emails following messages together, each once', async () => {
  const acme = await newCompany(server, 'Acme', 'ada')
  const ada = acme.admin
  const ben = await newTeammate(server, acme, 'ben')
  await want(ada, EVERY)
  await want(ben, FIRST)
  const carla = await writesTo(acme)
  await carla.says('Hello')
  await reactionsDone(server)
  expect(await alerts(ada)).toHaveLength(1)

  await carla.says('Are you there?')
  await ada.notes(carla.conversation_id, 'She is in a hurry')
  await reactionsDone(server)
  await carla.says('I have to leave soon')
  await reactionsDone(server)
  expect(await alerts(ada)).toHaveLength(1)

  await pauseEnds(carla.conversation_id)
  const [first, second, ...others] = await alerts(ada)
  expect(others).toEqual([])
  expect(first?.text).toContain('Carla: Hello')
  expect(second?.subject).toBe('New messages from Carla')
  expect(second?.text).not.toMatch(/Hello|in a hurry/)
  expect(second?.text).toMatch(/Carla: Are you there\?\n\nCarla: I have to leave soon/)
  // No message came since, and Ben only wants alerts for new conversations.
  await pauseEnds(carla.conversation_id)
  expect(await alerts(ada)).toHaveLength(2)
  expect(await alerts(ben)).toHaveLength(1)

  // Another conversation has its own pause.
  await (await writesTo(acme, { name: 'Carlo' })).says('Hi')
  await mailTo(server, ada.email, 'New message from Carlo')
})

test('the team’s own messages send no alert', async () => {
  const acme = await newCompany(server, 'Acme', 'ada')
  const ada = acme.admin
  const ben = await newTeammate(server, acme, 'ben')
  for (const agent of [ada, ben]) await want(agent, { ...EVERY, ...FIRST })
  const { conversation_id } = await writesTo(acme)
  await ben.replies(conversation_id, 'Hello Carla')
  await ben.notes(conversation_id, 'She called before')
  await ben.sends({ conversation_id, body: 'We are here', type: 'bot' })
  await reactionsDone(server)
  for (const agent of [ada, ben]) expect(await alerts(agent)).toEqual([])
})

test('sends nothing to users who left or turned alerts off meanwhile', async () => {
  const acme = await newCompany(server, 'Acme', 'ada')
  const ada = acme.admin
  const [ben, cleo] = [await newTeammate(server, acme, 'ben'), await newTeammate(server, acme, 'cleo')]
  for (const agent of [ada, ben, cleo]) await want(agent, EVERY)
  await ada.data('POST', `/api/users/${ben.id}/disable`)
  const carla = await writesTo(acme)
  await carla.says('Hello')
  await reactionsDone(server)
  await carla.says('Anybody?')
  await reactionsDone(server)

  await want(cleo, { email_alert_on_new_message: false })
  await ada.data('POST', `/api/users/${ben.id}/enable`)
  await pauseEnds(carla.conversation_id)
  expect([await alerts(ada), await alerts(ben), await alerts(cleo)].map(({ length }) => length)).toEqual([2, 1, 1])
})

test('skips a conversation that was deleted meanwhile, and only that', async () => {
  const acme = await newCompany(server, 'Acme', 'ada')
  await want(acme.admin, EVERY)
  const [carla, carlo] = [await writesTo(acme), await writesTo(acme, { name: 'Carlo' })]
  await carla.says('Hello')
  await reactionsDone(server)
  await carla.says('Still there?')
  await reactionsDone(server)
  const { db } = databaseOf(server.platform)
  await db.deleteFrom('conversations').where('id', '=', carla.conversation_id).execute()
  await pauseEnds(carla.conversation_id)
  await carlo.says('Hi')
  await reactionsDone(server)
  expect(await subjects(acme.admin)).toEqual(['New message from Carla', 'New message from Carlo'])
})

test('stores nothing if nobody wants alerts, and deletes old rows', async () => {
  const acme = await newCompany(server, 'Acme', 'ada')
  const { db } = databaseOf(server.platform)
  const noted = async () =>
    (await db.selectFrom('message_alerts').selectAll().where('account_id', '=', acme.id).execute()).length
  const carla = await writesTo(acme)
  await carla.says('Hello')
  await reactionsDone(server)
  expect(await noted()).toBe(0)

  await want(acme.admin, EVERY)
  await carla.says('Hello?')
  await reactionsDone(server)
  await forgetOldAlerts(server.platform)
  expect(await noted()).toBe(1)
  const long_ago = new Date(Date.now() - 25 * 3_600_000)
  await db.updateTable('message_alerts').set({ mail_at: long_ago }).where('account_id', '=', acme.id).execute()
  await forgetOldAlerts(server.platform)
  expect(await noted()).toBe(0)
})

test('the email is in the account’s language', async () => {
  const acme = await newCompany(server, 'Acme', 'ada')
  await want(acme.admin, EVERY)
  await acme.admin.data('PUT', '/api/accounts/me', { account: { language: 'ar' } })
  await (await writesTo(acme)).says('Hello')
  const mail = await mailTo(server, acme.admin.email, /رسالة جديدة من/)
  expect(mail.html).toContain('dir="rtl"')
})

import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { startExpo, type ExpoStandIn } from '../../../test/expo/stand-in.js'
import { expectErrors } from '../../../test/logged-errors.js'
import { reactionsDone } from '../../../test/mail.js'
import { startTestServer, type TestServer } from '../../../test/server.js'
import { newCompany, newTeammate, Visitor, type Agent, type Company } from '../../../test/story.js'
import { databaseOf } from '../../platform/database/of.js'

let server: TestServer
let expo: ExpoStandIn
beforeAll(async () => {
  expo = await startExpo()
  server = await startTestServer({ env: { EXPO_URL: expo.url, EXPO_ACCESS_TOKEN: 'ours' } })
})

/** The user signs in on a phone. */
async function installApp(agent: Agent) {
  const expo_push_token = `ExponentPushToken[${randomUUID()}]`
  await agent.data('PUT', '/api/user_settings', { user_settings: { expo_push_token } })
  return expo_push_token
}

async function carlaOf(company: Company) {
  const customer = { name: 'Carla', email: 'carla@shop.test' }
  return (await new Visitor(server.url).arrives(company.id, customer)).opensChat()
}

const onPhone = (token: string) => expo.pushes.filter(({ to }) => to === token)
const textsOn = (token: string) => onPhone(token).flatMap(({ body }) => body ?? [])

async function acmeWithPhones() {
  const acme = await newCompany(server, 'Acme', 'ada')
  const ben = await newTeammate(server, acme, 'ben')
  const phones = { ada: await installApp(acme.admin), ben: await installApp(ben) }
  return { acme, ada: acme.admin, ben, phones, carla: await carlaOf(acme) }
}

test('a message of a customer is shown on every phone of the team, and on no other', async () => {
  const { acme, ada, phones, carla } = await acmeWithPhones()
  const cleo = await newTeammate(server, acme, 'cleo')
  const disabled = await installApp(cleo)
  await ada.data('POST', `/api/users/${cleo.id}/disable`)
  const dora = await newTeammate(server, acme, 'dora')
  await dora.data('PUT', '/api/user_settings', { user_settings: { expo_push_token: 'another kind' } })
  const elsewhere = await installApp((await newCompany(server, 'Globex', 'grace')).admin)

  await carla.says('Where is my parcel?')
  await reactionsDone(server)

  const { conversation_id } = carla
  expect(onPhone(phones.ada)).toEqual([
    {
      to: phones.ada,
      title: 'Carla (carla@shop.test)',
      body: 'Where is my parcel?',
      badge: 1,
      data: {
        account_id: acme.id,
        conversation_id,
        customer_id: expect.any(String),
        message_id: expect.any(String),
        user_id: null,
        inserted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
        url: `messages/${conversation_id}`,
      },
    },
  ])
  expect(textsOn(phones.ben)).toEqual(['Where is my parcel?'])
  expect([...onPhone(disabled), ...onPhone(elsewhere), ...onPhone('another kind')]).toEqual([])
  expect(new Set(expo.authorizations)).toEqual(new Set(['Bearer ours']))
})

test('messages and notes of users are shown to the others', async () => {
  const { ada, phones, carla } = await acmeWithPhones()
  await ada.replies(carla.conversation_id, 'It is on its way')
  await ada.notes(carla.conversation_id, 'She is in a hurry')
  await reactionsDone(server)
  expect(textsOn(phones.ben)).toEqual(['It is on its way', 'She is in a hurry'])
  expect(onPhone(phones.ben)[0]?.title).toBe(ada.email)
  expect(textsOn(phones.ada)).toEqual([])
})

test('the number at the app goes down when somebody reads', async () => {
  const { ada, phones, carla } = await acmeWithPhones()
  await carla.says('Hello')
  await reactionsDone(server)
  await ada.data('PUT', `/api/conversations/${carla.conversation_id}`, { conversation: { read: true } })
  await vi.waitFor(
    async () => {
      await reactionsDone(server)
      expect(onPhone(phones.ben).at(-1)).toEqual({ to: phones.ben, badge: 0 })
    },
    { timeout: 30_000, interval: 100 },
  )
})

test('forgets a phone without the app', async () => {
  const { ada, ben, phones, carla } = await acmeWithPhones()
  expo.gone.add(phones.ben)
  await carla.says('Hello')
  await reactionsDone(server)
  const tokenOf = async (agent: Agent) => (await agent.data('GET', '/api/user_settings')).expo_push_token
  expect([await tokenOf(ada), await tokenOf(ben)]).toEqual([phones.ada, null])
  await carla.says('Are you there?')
  await reactionsDone(server)
  expect(textsOn(phones.ben)).toEqual(['Hello'])
  expect(textsOn(phones.ada)).toEqual(['Hello', 'Are you there?'])
})

test('tries again while Expo is down, but not after ten minutes', async () => {
  expectErrors(/status 503/, /status 500/)
  const { phones, carla } = await acmeWithPhones()
  const { pool } = databaseOf(server.platform)
  const retryNow = () =>
    pool.query(`update graphile_worker._private_jobs set run_at = now() where attempts > 0 and locked_at is null`)
  const failed = () =>
    vi.waitFor(
      async () => {
        const waiting = `select from graphile_worker._private_jobs where attempts > 0 and locked_at is null`
        expect((await pool.query(waiting)).rowCount).toBe(1)
      },
      { timeout: 30_000, interval: 100 },
    )

  expo.faults.push(503)
  await carla.says('First')
  await failed()
  await retryNow()
  await reactionsDone(server)
  expect(textsOn(phones.ada)).toEqual(['First'])

  expo.faults.push(500)
  await carla.says('Second')
  await failed()
  await pool.query(`update messages set created_at = now() - interval '11 minutes' where body = 'Second'`)
  await retryNow()
  await reactionsDone(server)
  expect(textsOn(phones.ada)).toEqual(['First'])
})

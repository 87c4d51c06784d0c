import { beforeAll, expect, test } from 'vitest'
import { jobsDone } from '../../../../test/mail.js'
import { startTestServer } from '../../../../test/server.js'
import { story } from '../../../../test/story.js'
import { billingStory, startBilling, type Billing } from '../../../../test/stripe/billing-story.js'
import { databaseOf } from '../../../platform/database/of.js'
import { deleteOldMessagesOfAll } from './delete-old-messages.js'

let billing: Billing
beforeAll(async () => {
  billing = await startBilling()
})

type Server = Billing['server']

async function deleteOld(server: Server) {
  await deleteOldMessagesOfAll(server.platform)
  await jobsDone(server)
}

/** One message for each number of days. The newest is first. */
async function writeMessages(server: Server, account_id: string, days: number[]) {
  const { pool } = databaseOf(server.platform)
  const { rows } = await pool.query<{ customer_id: string; id: string }>(
    `with customer as (insert into customers (account_id) values ($1) returning id)
     insert into conversations (account_id, customer_id) select $1, id from customer returning id, customer_id`,
    [account_id],
  )
  await pool.query(
    `insert into messages (account_id, conversation_id, customer_id, seq, body, created_at)
     select $1, $2, $3, ordinality, day || ' days old', now() - day * interval '1 day'
     from unnest($4::int[]) with ordinality as given(day, ordinality)`,
    [account_id, rows[0]?.id, rows[0]?.customer_id, days],
  )
  return async () => {
    const found = await pool.query<{ body: string }>(
      'select body from messages where account_id = $1 order by created_at desc',
      [account_id],
    )
    return found.rows.map(({ body }) => body)
  }
}

/** As if the account had its plan since then. */
async function onPlan(server: Server, account_id: string, plan: string, days: number) {
  const { pool } = databaseOf(server.platform)
  await pool.query('update accounts set subscription_plan = $2 where id = $1', [account_id, plan])
  await pool.query(`update accounts set plan_since = now() - $2 * interval '1 day' where id = $1`, [account_id, days])
}

const DAYS = [1, 29, 31, 88, 93]
const ALL = DAYS.map((days) => `${days} days old`)

test('keeps messages for 30 days on Starter, for 3 months on Lite, and for ever on Team', async () => {
  for (const [plan, kept] of [
    ['starter', 2],
    ['lite', 4],
    ['team', 5],
  ] as const) {
    const { server, acme } = await billingStory(billing)
    const bodies = await writeMessages(server, acme.id, DAYS)
    await onPlan(server, acme.id, plan, 400)
    await deleteOld(server)
    expect([plan, await bodies()]).toEqual([plan, ALL.slice(0, kept)])
  }
})

test('deletes more than one batch, and only in accounts on a small plan', async () => {
  const { server, acme, globex } = await billingStory(billing)
  const ours = await writeMessages(server, acme.id, Array<number>(1_200).fill(40))
  const theirs = await writeMessages(server, globex.id, [40])
  await onPlan(server, acme.id, 'starter', 400)
  await onPlan(server, globex.id, 'team', 400)
  await deleteOld(server)
  expect([await ours(), await theirs()]).toEqual([[], ['40 days old']])
})

test('an account that comes down to a small plan keeps what it wrote before', async () => {
  const { server, acme, ada, subscribe, planOf } = await billingStory(billing)
  await subscribe('team')
  const bodies = await writeMessages(server, acme.id, DAYS)
  await ada.data('DELETE', '/api/billing')
  expect(await planOf()).toBe('starter')
  await deleteOld(server)
  expect(await bodies()).toEqual(ALL)

  // Two months later only the messages since then are old enough.
  const { pool } = databaseOf(server.platform)
  await pool.query(`update accounts set plan_since = now() - interval '60 days' where id = $1`, [acme.id])
  await deleteOld(server)
  expect(await bodies()).toEqual(['1 days old', '29 days old', '88 days old', '93 days old'])
})

test('deletes the mail, the files and the place in a chat service with the message', async () => {
  const { server, acme } = await billingStory(billing)
  const bodies = await writeMessages(server, acme.id, [40])
  const { pool } = databaseOf(server.platform)
  await pool.query(
    `with file as (
       insert into files (account_id, filename, unique_filename, file_url, content_type)
       values ($1, 'a.txt', gen_random_uuid(), '/a.txt', 'text/plain') returning id
     ), attached as (
       insert into message_files (account_id, message_id, file_id) select $1, messages.id, file.id from messages, file
       where account_id = $1
     ), posted as (
       insert into service_posts (account_id, conversation_id, message_id, service, channel_id, post_id)
       select $1, conversation_id, id, 'slack', 'C1', 'P1' from messages where account_id = $1
     )
     insert into incoming_mails (account_id, taken_key, source, kind, verdict, conversation_id, message_id)
     select $1, '\\x01', 'smtp', 'person', 'pass', conversation_id, id from messages where account_id = $1`,
    [acme.id],
  )
  await onPlan(server, acme.id, 'starter', 400)
  await deleteOld(server)
  const left = await pool.query(
    `select from incoming_mails where account_id = $1 union all select from message_files where account_id = $1
     union all select from service_posts where account_id = $1`,
    [acme.id],
  )
  expect([await bodies(), left.rowCount]).toEqual([[], 0])
})

test('without billing nothing is deleted', async () => {
  const server = await startTestServer()
  const { acme } = await story(server)
  const bodies = await writeMessages(server, acme.id, DAYS)
  await onPlan(server, acme.id, 'starter', 400)
  await deleteOld(server)
  expect(await bodies()).toEqual(ALL)
})

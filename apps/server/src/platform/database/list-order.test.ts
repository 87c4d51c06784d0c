import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './migrate.js'
import { createTestDatabase, type TestDatabase } from '../../../test/database.js'

let database: TestDatabase
let client: PoolClient

beforeAll(async () => {
  database = await createTestDatabase()
  await migrate(database.pool)
  client = await database.pool.connect()
  // The tables are empty, so force the planner to use an index if it can.
  await client.query(
    'set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off; set enable_incremental_sort = off',
  )
  // With few customers the planner could use any of their indexes: add enough that the right one wins.
  await client.query(`insert into accounts (id, company_name) values ('00000000-0000-4000-8000-000000000000', 'Acme')`)
  await client.query(
    `insert into customers (account_id, external_id, email)
     select id, 'cust_' || n, n || '@example.com' from accounts, generate_series(1, 1000) n`,
  )
  await client.query('analyze customers')
})
afterAll(async () => {
  client.release()
  await database.drop()
})

const ACCOUNT = `account_id = '00000000-0000-4000-8000-000000000000'`
const ID = `'00000000-0000-4000-8000-000000000001'`
const OPEN = `${ACCOUNT} and place = 'open'`
const ACTIVITY = 'order by last_activity_at desc nulls first, id desc limit 50'

const LISTS: Array<[name: string, index: string, sql: string]> = [
  ['open conversations', 'conversations_by_activity', `from conversations where ${OPEN} ${ACTIVITY}`],
  [
    'archived ones that were closed',
    'conversations_archived',
    `from conversations where ${ACCOUNT} and archived_at is not null
      and (case when snoozed_at is not null then 'snoozed' else status::text end) = 'closed' ${ACTIVITY}`,
  ],
  ['those of an inbox', 'conversations_of_inbox', `from conversations where ${OPEN} and inbox_id = ${ID} ${ACTIVITY}`],
  ['those of a user', 'conversations_of_assignee', `from conversations where ${OPEN} and assignee_id = 1 ${ACTIVITY}`],
  [
    'unassigned ones',
    'conversations_of_assignee',
    `from conversations where ${OPEN} and assignee_id is null ${ACTIVITY.replace('by', 'by assignee_id,')}`,
  ],
  [
    'the important ones',
    'conversations_with_priority',
    `from conversations where ${OPEN} and priority = 'priority' ${ACTIVITY}`,
  ],
  ['unread ones', 'conversations_unread', `from conversations where ${OPEN} and not read ${ACTIVITY}`],
  [
    'conversations of a customer',
    'conversations_of_customer',
    `from conversations where ${ACCOUNT} and customer_id = ${ID} order by created_at desc, id desc limit 3`,
  ],
  [
    'conversations that may wait for an answer',
    'conversations_by_activity',
    `from conversations where ${OPEN} and last_activity_at < now() order by last_activity_at, id limit 10`,
  ],
  [
    'the last message of a conversation',
    'messages_conversation_id_seq_key',
    `from messages where ${ACCOUNT} and conversation_id = ${ID} order by seq desc limit 1`,
  ],
  [
    'accounts with reminders',
    'accounts_with_reminders',
    `from accounts where settings -> 'conversation_reminders_enabled' = 'true'::jsonb`,
  ],
  ['one conversation, by its id alone', 'conversations_id_key', `from conversations where id = ${ID}`],
  [
    'messages of a conversation',
    'messages_conversation_id_seq_key',
    `from messages where ${ACCOUNT} and conversation_id = ${ID} and seq > 7 order by seq`,
  ],
  ['messages', 'messages_by_time', `from messages where ${ACCOUNT} order by created_at desc, id desc limit 50`],
  [
    'messages of a customer',
    'messages_of_customer',
    `from messages where ${ACCOUNT} and customer_id = ${ID} order by created_at desc limit 50`,
  ],
  [
    'messages of a user',
    'messages_of_user',
    `from messages where ${ACCOUNT} and user_id = 1 order by created_at desc limit 50`,
  ],
  [
    'messages that wait',
    'scheduled_messages_of_conversation',
    `from scheduled_messages where ${ACCOUNT} and conversation_id = ${ID} order by send_at, id limit 100`,
  ],
  [
    'saved replies',
    'canned_responses_by_update',
    `from canned_responses where ${ACCOUNT} order by updated_at desc, id desc limit 1000`,
  ],
  ['companies', 'companies_by_name', `from companies where ${ACCOUNT} order by lower(name), id limit 1000`],
  [
    'companies after one',
    'companies_by_name',
    `from companies where ${ACCOUNT} and (lower(name), id) > (lower('Farol'), ${ID}) order by lower(name), id limit 1000`,
  ],
  ['issues', 'issues_by_update', `from issues where ${ACCOUNT} order by updated_at desc, id desc limit 1000`],
  ['unseen mentions', 'mentions_unseen', `from mentions where ${ACCOUNT} and user_id = 1 and seen_at is null`],
  ['customers', 'customers_by_last_seen', `from customers where ${ACCOUNT} order by seen_order desc, id desc limit 50`],
  [
    'customers by their ids',
    'customers_pkey',
    `from customers where ${ACCOUNT} and id > ${ID} order by id offset 9999 limit 1`,
  ],
  [
    'customers with an address',
    'customers_with_email',
    `from customers where ${ACCOUNT} and email is not null order by seen_order desc, id desc limit 50`,
  ],
  [
    'customers of a company',
    'customers_of_company',
    `from customers where ${ACCOUNT} and company_id = ${ID} order by seen_order desc, id desc limit 50`,
  ],
  [
    'a stretch of customers',
    'customers_by_last_seen',
    `from customers where ${ACCOUNT} and (seen_order, id) < ('2024-01-01', ${ID})
      and (seen_order, id) >= ('2023-01-01', ${ID}) order by seen_order desc, id desc`,
  ],
  [
    'customers by their first day',
    'customers_by_first_seen',
    `from customers where ${ACCOUNT} and first_seen < '2024-01-01'`,
  ],
  ['segments', 'segments_account_id_name_key', `from segments where ${ACCOUNT} order by name limit 200`],
  [
    'events of a customer',
    'events_of_customer',
    `from events where ${ACCOUNT} and payload ? 'customer_id' and payload ->> 'customer_id' = 'x' order by id desc`,
  ],
  [
    'what became of a conversation',
    'events_of_conversation_timeline',
    `from events where ${ACCOUNT} and conversation_id = ${ID}
      and (type = 'conversation:created' or payload ?| array['became', 'begins']) order by id desc limit 50`,
  ],
  [
    'what became of an issue',
    'events_of_issue',
    `from events where ${ACCOUNT} and type = 'issue:updated' and payload ? 'became' and payload ->> 'issue_id' = 'x'
      order by id desc limit 50`,
  ],
  [
    'a customer by external id',
    'customers_by_external_id',
    `from customers where ${ACCOUNT} and external_id = 'cust_981'`,
  ],
  [
    'a customer by email',
    'customers_by_email',
    `from customers where ${ACCOUNT} and lower(email) = 'carla@example.com'`,
  ],
  [
    'files of customers',
    'customer_imports_by_time',
    `from customer_imports where ${ACCOUNT} order by created_at desc, id desc limit 20`,
  ],
  ['notes', 'notes_by_time', `from notes where ${ACCOUNT} order by created_at desc, id desc limit 50`],
  [
    'notes of a customer',
    'notes_of_customer',
    `from notes where ${ACCOUNT} and customer_id = ${ID} order by created_at desc`,
  ],
  [
    'conversations with a tag',
    'conversation_tags_of_tag',
    `from conversation_tags where ${ACCOUNT} and tag_id = ${ID}`,
  ],
  ['the event log', 'events_in_order', `from events where (txid, id) > ('7'::xid8, 7) order by txid, id limit 200`],
]

test.each(LISTS)('reads %s in order from the index %s', async (_, index, sql) => {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) select * ${sql}`)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain(`using ${index} on`)
  expect(plan).not.toMatch(/Sort|Seq Scan/)
})

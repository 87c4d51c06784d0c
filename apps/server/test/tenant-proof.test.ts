import { beforeAll, expect, test } from 'vitest'
import { features } from '../src/app.js'
import { defineStatement, definedStatements } from '../src/platform/statement.js'
import { ownedTables } from './owned-tables.js'
import { findLeaks, prepareProof } from './tenant-proof.js'

beforeAll(prepareProof)

const leaksOf = (sql: string) => findLeaks(sql, { owned: ownedTables(), isAccount: (parameter) => parameter === 1 })

test('every statement of the product stays inside the account', () => {
  expect(features.length).toBeGreaterThan(0)
  const leaks = [...definedStatements].map(([name, text]) => [name, leaksOf(text)] as const)
  expect(leaks.length).toBeGreaterThan(30)
  expect(leaks.filter(([, found]) => found.length > 0)).toEqual([])
})

test('refuses to load a statement without the account, or with a name that is taken', () => {
  expect(() => defineStatement('test.careless', 'select * from messages')).toThrow('does not narrow')
  defineStatement('test.twice', 'select id from messages where account_id = $1')
  expect(() => defineStatement('test.twice', 'select id from tags where account_id = $1')).toThrow('two statements')
})

test.each([
  ['mentions the account in a comment', 'select * from users -- account_id = $1'],
  ['mentions it in a string', `select * from users where email <> 'account_id = $1'`],
  ['mentions it in an alternative', 'select * from users where account_id = $1 or role = $2'],
  ['mentions it in a negation', 'select * from users where not (account_id = $1)'],
  ['mentions it in the result', 'select *, account_id = $1 as own from users'],
  ['binds another table', 'select u.* from customers c, users u where c.account_id = $1'],
  ['joins by another column', 'select u.* from customers c join users u on u.email = c.email where c.account_id = $1'],
  ['joins everything', 'select u.* from customers c cross join users u where c.account_id = $1'],
  [
    'binds the side of an outer join that is always there',
    'select c.* from customers c left join users u on c.account_id = $1 and u.account_id = $1',
  ],
  ['reads another table in a subquery', 'select (select max(email) from users) from customers where account_id = $1'],
  [
    'reads another table in a condition',
    'select id from customers where account_id = $1 and email in (select email from users)',
  ],
  [
    'reads another table in a common table expression',
    'with x as (select email from users) select x.email from customers c, x where c.account_id = $1',
  ],
  [
    'reads another table lateral',
    'select u.* from customers c, lateral (select * from users where email = c.email) u where c.account_id = $1',
  ],
  ['reads another table in one part of a union', 'select id from tags where account_id = $1 union select id from tags'],
  [
    'calls another column account_id',
    'with x as (select id as account_id from tags where account_id = $1) select u.* from users u, x where u.account_id = x.account_id',
  ],
  ['renames columns', 'select * from users as u (account_id, id) where u.account_id = $1'],
  ['compares with another parameter', 'select * from users where account_id = $2 and $1 is not null'],
  ['reads a table without an account', 'select e.* from event_readers e, users u where u.account_id = $1'],
  ['reads every account', 'select a.* from accounts a, users u where u.account_id = $1'],
  ['reads the catalog', 'select c.* from pg_catalog.pg_class c, users u where u.account_id = $1'],
  [
    'hides a query in a string',
    `select query_to_xml('select * from users', true, true, '') from users where account_id = $1`,
  ],
  ['updates everything', 'update users set role = $2 from customers c where c.account_id = $1'],
  ['moves a row', 'update users set account_id = $2 where account_id = $1'],
  ['deletes everything', 'delete from users using customers c where c.account_id = $1'],
  [
    'inserts for another account',
    'insert into tags (account_id, name) select $2, name from tags where account_id = $1',
  ],
  ['inserts without an account', 'insert into tags (name) select name from tags where account_id = $1'],
  ['inserts values for another account', 'insert into tags (account_id, name) values ($1, $2), ($3, $2)'],
  [
    'updates a row of another account when a key is taken',
    `insert into users (account_id, email) values ($1, $2) on conflict (email) do update set role = 'admin'`,
  ],
  [
    'takes a row from another account',
    'insert into users (account_id, email) values ($1, $2) on conflict (account_id, id) do update set account_id = $1',
  ],
  ['hides a second statement', 'select id from tags where account_id = $1; delete from tags'],
  ['is no query', 'truncate users'],
])('refuses a statement that %s', (_why, sql) => {
  expect(leaksOf(sql)).not.toEqual([])
})

test.each([
  'select u.* from customers c join users u on u.account_id = c.account_id where c.account_id = $1',
  'select u.* from customers c left join users u on u.account_id = c.account_id where c.account_id = $1',
  'select id from customers where id = $2 and (account_id = $1) is true',
  'select c.id from customers c where c.account_id = $1 and exists (select from tags t where t.account_id = c.account_id)',
  'with x as (select * from tags where account_id = $1) insert into tags (account_id, name) select account_id, name from x',
  'update users u set role = $3 from unnest($2::int[]) as o (id) where u.account_id = $1 and u.id = o.id',
  'select 1 from accounts where id = $1',
])('proves %s', (sql) => {
  expect(leaksOf(sql)).toEqual([])
})

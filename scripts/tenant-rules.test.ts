import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'
import { findWaysOut, isScoped } from './tenant-rules.mjs'

const waysOut = (text: string): string[] => findWaysOut(parseAst(text, { lang: 'ts' }, 'feature.ts'))

test.each([
  ['a cast to a builder of Kysely', `import { sql, type SelectQueryBuilder } from 'kysely'`],
  ['all of Kysely', `import * as kysely from 'kysely'`],
  ['a type of Kysely', `let query: import('kysely').Kysely<object>`],
  ['clearWhere after a cast', `(query as Wide).clearWhere().execute()`],
  ['crossJoin', `account.from('customers').crossJoin('accounts')`],
  ['a join with all rows', `account.from('customers').innerJoin('users', (join) => join.onTrue())`],
  ['a cast in a join', `query.innerJoin('users', (join) => join as never)`],
  ['a cast in a change', `account.update('users').set({ account_id } as never)`],
  ['a cast of a query', `(account.from('users') as unknown as Wide).select('id')`],
  ['a common table expression', `account.from('users').with('all', all)`],
  ['rows of another table', `account.update('users').set(x).from('customers')`],
  ['raw SQL over all users', 'sql`(select max(email) from users)`'],
  ['raw SQL with types', 'sql<string>`exists (select 1 from users u where u.email = customers.email)`'],
  [
    'raw SQL with another table behind a comma',
    'sql`exists (select from users u, tags where u.account_id = t.account_id)`',
  ],
  ['raw SQL with a join', 'sql`exists (select from users u join tags on true where u.account_id = t.account_id)`'],
  ['raw SQL over any table', 'sql`(select 1 from ${table})`'],
  ['a table of any name', 'sql.table(name)'],
  ['text as SQL', 'sql.raw(text)'],
  ['raw SQL that is run', 'sql`select 1`.execute(db)'],
])('refuses %s', (_what, text) => {
  expect(waysOut(text)).not.toEqual([])
})

test.each([
  `import { sql, type RawBuilder, type Selectable } from 'kysely'`,
  `account.from('users').innerJoinLateral(last, (join) => join.onTrue())`,
  'sql`exists (select from tags t where t.account_id = customers.account_id and t.name = ${name})`',
  'sql`(select count(*) from (${some}) as few)`',
  'sql`exists (select from jsonb_each_text(customers.metadata) as told)`',
  'sql`a is distinct from b`',
  `numbers.with(0, 1); Buffer.from(text); map.set(key, value as never)`,
])('allows %s', (text) => {
  expect(waysOut(text)).toEqual([])
})

test('looks at features and integrations, but not at their tests and unscoped.ts', () => {
  expect(isScoped('apps/server/src/features/inbox/tags/queries.ts')).toBe(true)
  expect(isScoped('apps/server/src/integrations/slack/send.ts')).toBe(true)
  expect(isScoped('apps/server/src/features/inbox/tags/tags.test.ts')).toBe(false)
  expect(isScoped('apps/server/src/features/inbox/tags/unscoped.ts')).toBe(false)
  expect(isScoped('apps/server/src/platform/account.ts')).toBe(false)
})

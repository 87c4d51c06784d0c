import { sql, type SelectQueryBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { story } from '../../test/story.js'
import type { Account, AccountTransaction } from './account.js'
import type { DB } from './database/tables.js'

test('an account sees its own rows and no others', async () => {
  const { server, acme, globex, carla } = await story()
  const [own, foreign] = [server.platform.account(acme.id), server.platform.account(globex.id)]

  expect(await own.from('customers').select('id').execute()).toEqual([{ id: carla.customer_id }])
  expect(await foreign.from('customers').select('id').execute()).toEqual([])
  // A condition of the caller's narrows; it cannot widen.
  const sneaky = foreign
    .from('customers')
    .select('id')
    .where((e) => e.or([e.lit(true), e('account_id', '=', acme.id)]))
  expect(await sneaky.execute()).toEqual([])

  const renamed = await foreign
    .update('customers')
    .set({ name: 'Hacked' })
    .where('id', '=', carla.customer_id)
    .executeTakeFirst()
  expect(Number(renamed.numUpdatedRows)).toBe(0)
  const deleted = await foreign.delete('customers').where('id', '=', carla.customer_id).executeTakeFirst()
  expect(Number(deleted.numDeletedRows)).toBe(0)
})

test('a row cannot point into another account', async () => {
  const { server, globex, carla } = await story()
  const foreign = server.platform.account(globex.id)
  const insert = foreign.insert('conversations', { customer_id: carla.customer_id }).execute()
  await expect(insert).rejects.toThrow('foreign key')
})

/** What feature code would have if it got around the types and the lint. */
type Wide = SelectQueryBuilder<DB, 'customers', {}>
const widen = (query: unknown) => query as Wide

test.each<[string, (account: Account) => { execute(): Promise<unknown> }]>([
  ['clearWhere', (account) => widen(account.from('customers')).clearWhere().selectAll()],
  ['a cross join', (account) => widen(account.from('customers')).crossJoin('accounts').select('accounts.id')],
  [
    'a join of all rows',
    (account) =>
      widen(account.from('customers'))
        .innerJoin('users', (on) => on.onTrue())
        .select('users.id'),
  ],
  [
    'an unbound subquery',
    (account) => widen(account.from('customers')).select((e) => e.selectFrom('users').select('email').limit(1).as('x')),
  ],
  [
    'raw SQL over another table',
    (account) => account.from('customers').select(sql`(select max(email) from users)`.as('x')),
  ],
  [
    'a union with everything',
    (account) =>
      account
        .from('customers')
        .select('id')
        .unionAll(sql<{ id: string }>`(select id from customers)`),
  ],
  ['an account_id in a change', (account) => account.update('customers').set({ account_id: account.id } as never)],
  [
    'a conflict on a key without the account',
    (account) =>
      account.insert('users', { email: 'x@y.test' }).onConflict((on) =>
        (on as unknown as { column(name: string): typeof on })
          .column('email')
          .columns([] as never)
          .doUpdateSet({ role: 'admin' }),
      ),
  ],
])('the tests refuse %s that got around the types', async (_what, query) => {
  const { server, acme } = await story()
  const run = async () => query(server.platform.account(acme.id)).execute()
  await expect(run()).rejects.toThrow('leaves its account')
})

/**
 * Never called: each of these queries would leave the account, and none of them compiles. The compiler complains about an
 * expected error that does not occur.
 */
export function queriesThatLeaveTheAccount(account: Account) {
  // @ts-expect-error 1. drops the condition on the account
  account.from('customers').clearWhere()
  // @ts-expect-error the same for a change
  account.update('customers').set({ name: 'x' }).clearWhere()
  // @ts-expect-error the same for a deletion
  account.delete('customers').clearWhere()

  // @ts-expect-error 2. moves a row to another account
  account.update('customers').set({ account_id: 'x' })
  // @ts-expect-error in a second step
  account.update('customers').set({ name: 'x' }).set({ account_id: 'x' })
  const row = { name: 'x', account_id: 'x' }
  // @ts-expect-error hidden in a variable
  account.update('customers').set(row)
  // @ts-expect-error among others
  account.update('customers').set({ ...row, updated_at: new Date() })
  // @ts-expect-error by a name that the compiler does not know
  account.update('customers').set({ name: 'x' } as Record<string, unknown>)

  // @ts-expect-error 3. reads everybody's users in a subquery
  account.from('customers').where(({ exists, selectFrom }) => exists(selectFrom('users').select('id')))
  account
    .from('customers')
    // @ts-expect-error bound to a column that is not the account
    .where(({ exists, selectFrom }) => exists(selectFrom('users').whereRef('users.email', '=', 'customers.email')))
  // @ts-expect-error in a value
  account.from('customers').where('email', 'in', (e) => e.selectFrom('users').select('email'))
  // @ts-expect-error in a result
  account.from('customers').select((e) => e.selectFrom('users').select('email').as('email'))
  // @ts-expect-error in an order
  account.from('customers').orderBy((e) => e.selectFrom('users').select('email'))
  // @ts-expect-error in a comparison
  account.from('customers').where((e) => e('email', 'in', e.selectFrom('users').select('email')))

  // @ts-expect-error 4. pairs every row with every account
  account.from('customers').crossJoin('accounts')
  // @ts-expect-error no table without an account can be joined
  account.from('customers').innerJoin('accounts', (join) => join.onRef('accounts.id', '=', 'customers.account_id'))
  // @ts-expect-error nor read
  account.from('accounts')

  // @ts-expect-error 5. joins all rows of a table
  account.from('customers').innerJoin('users', (join) => join.onTrue())
  // @ts-expect-error 6. joins by a column that is not the account
  account.from('customers').leftJoin('users', (join) => join.onRef('users.email', '=', 'customers.email'))
  // @ts-expect-error without a condition on the account
  account.from('customers').innerJoin('users', 'users.email', 'customers.email')
  // @ts-expect-error bound to itself
  account.from('customers').innerJoin('users', (join) => join.onRef('users.account_id', '=', 'users.account_id'))
  // @ts-expect-error bound by another comparison
  account.from('customers').innerJoin('users', (join) => join.onRef('users.account_id', '<>', 'customers.account_id'))
  account.from('customers').innerJoinLateral(
    // @ts-expect-error a lateral subquery that is not bound
    (e) => e.selectFrom('users').as('all'),
    (join) => join.onTrue(),
  )

  // @ts-expect-error 7. writes a value of another type
  account.update('customers').set({ name: 42 })
  // @ts-expect-error or to a column that does not exist
  account.update('customers').set({ name: 'x', nam: 'x' })

  const user = account.insert('users', { email: 'x' })
  // @ts-expect-error 8. an email is unique in all accounts, so this changes another account's user
  user.onConflict((conflict) => conflict.column('email').doUpdateSet({ role: 'admin' }))
  // @ts-expect-error the same with a list
  user.onConflict((conflict) => conflict.columns(['email']).doUpdateSet({ role: 'admin' }))
  // @ts-expect-error takes the row of another account
  user.onConflict((conflict) => conflict.columns(['account_id', 'email']).doUpdateSet({ account_id: 'x' }))
  // @ts-expect-error creates a row in another account
  account.insert('users', { email: 'x', account_id: 'x' })

  // @ts-expect-error 9. begins another query
  account.from('customers').with('x', (db) => db.selectFrom('users').select('email'))
  // @ts-expect-error hands out Kysely's builder
  account.from('customers').$call((query) => query)
  // @ts-expect-error changes types without a check
  account.from('customers').$castTo<{ id: string }>()
  // @ts-expect-error adds rows of another query
  account.update('customers').set({ name: 'x' }).from('users')
  // @ts-expect-error the same for a deletion
  account.delete('customers').using('users')
}

/** Never called, either. */
export function locksNeedTransactions(account: Account, inside: AccountTransaction) {
  // @ts-expect-error a lock outside a transaction ends with the statement
  account.from('customers').forUpdate()
  // @ts-expect-error after other conditions, too
  account.from('customers').selectAll().where('id', '=', 'x').orderBy('id').limit(1).forNoKeyUpdate()
  // @ts-expect-error so an account outside a transaction is none inside
  const wrong: AccountTransaction = account
  const fine: Account = inside
  void account.transaction((account) => account.from('customers').selectAll().forUpdate().execute())
  return [wrong, fine, inside.from('customers').selectAll().where('id', '=', 'x').forUpdate()]
}

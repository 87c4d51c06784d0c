import { expect, test } from 'vitest'
import { story } from '../../test/story.js'
import type { Account } from './account.js'
import { defineStatement } from './statement.js'

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

test('what was broadcast in a transaction goes out after the commit, or never', async () => {
  const { server, acme, ada, hearOut } = await story()
  const account = server.platform.account(acme.id)
  const heard: string[] = []
  const inbox = await ada.listen()
  inbox.on('conversation:created', ({ id }) => heard.push(id))

  const failed = account.transaction(async (account) => {
    account.broadcast(`notification:${acme.id}`, 'conversation:created', { id: 'never' })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await account.transaction(async (outer) => {
    outer.broadcast(`notification:${acme.id}`, 'conversation:created', { id: 'first' })
    await outer.transaction(async (inner) =>
      inner.broadcast(`notification:${acme.id}`, 'conversation:created', { id: 'second' }),
    )
    await hearOut()
    await inbox.push('ping')
    expect(heard).toEqual([])
  })
  await inbox.push('ping')
  expect(heard).toEqual(['first', 'second'])
})

test('hand-written SQL has to narrow by the account', () => {
  expect(() => defineStatement('careless', 'select * from messages')).toThrow('does not narrow')
})

/** Never called: it is here for what must not compile. */
export function refusals(account: Account) {
  // @ts-expect-error accounts has no account_id, so it cannot be reached through an account
  account.from('accounts')
  // @ts-expect-error a row can never be moved to another account
  account.update('conversations').set({ account_id: 'x' })
  // @ts-expect-error the caller does not supply the account
  void account.insert('customers', { account_id: 'x', name: 'x' })
  // @ts-expect-error unknown event on this topic
  account.broadcast(`room:1`, 'shout', {})
  // @ts-expect-error wrong payload
  void account.emit('message:created', { nope: 1 }, {})
  // @ts-expect-error unknown topic
  account.broadcast(`nowhere:1`, 'shout', {})
}

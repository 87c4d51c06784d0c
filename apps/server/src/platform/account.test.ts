import { expect, test } from 'vitest'
import { story } from '../../test/story.js'
import type { Account } from './account.js'
import { defineStatement } from './statement.js'

test('sends the broadcasts of a transaction after its commit, or never', async () => {
  const { server, acme, ada, hearOut } = await story()
  const account = server.platform.account(acme.id)
  const received: string[] = []
  const inbox = await ada.listen()
  inbox.on('conversation:created', ({ id }) => received.push(id))

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
    expect(received).toEqual([])
  })
  await inbox.push('ping')
  expect(received).toEqual(['first', 'second'])
})

test('refuses SQL without a condition on the account', () => {
  expect(() => defineStatement('careless', 'select * from messages')).toThrow('does not narrow')
})

/** Never called: it is here for what must not compile. */
export function refusals(account: Account) {
  // @ts-expect-error unknown event on this topic
  account.broadcast(`room:1`, 'shout', {})
  // @ts-expect-error wrong payload
  void account.emit('message:created', { nope: 1 }, {})
  // @ts-expect-error unknown topic
  account.broadcast(`nowhere:1`, 'shout', {})
}

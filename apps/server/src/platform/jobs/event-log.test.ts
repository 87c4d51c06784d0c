import { expect, test } from 'vitest'
import { expectErrors } from '../../../test/logged-errors.js'
import { startTestServer } from '../../../test/server.js'
import { newCompany, story, Visitor } from '../../../test/story.js'
import { databaseOf } from '../database/of.js'
import type { Account } from '../account.js'
import { defineFeature, type LaterReaction, type LoggedEvent } from '../feature.js'

/** A server with one more reaction to messages, an agent in the team's topic and a visitor who writes. */
async function productWith(react: LaterReaction) {
  const reaction: LaterReaction = (account, event) => react(account, event)
  const server = await startTestServer({ features: [defineFeature({ later: { 'message:created': [reaction] } })] })
  const { id, admin } = await newCompany(server, 'Acme', 'ada')
  const received: string[] = []
  const inbox = await admin.listen()
  inbox.on('conversation:created', (created) => received.push(created.id))
  inbox.on('tag:changed', (tag) => received.push(tag.id))
  const visitor = await (await new Visitor(server.url).arrives(id)).opensChat()
  received.length = 0
  return { server, account_id: id, inbox, visitor, received }
}

test('broadcasts and events of a later reaction are sent after the reader has committed', async () => {
  let begin = () => {}
  let finish = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const { inbox, visitor, received } = await productWith(async (account) => {
    account.broadcast(`notification:${account.id}`, 'conversation:created', { id: 'broadcast' })
    await account.emit('tag:created', { tag_id: 'emitted' }, { tag_id: 'emitted' })
    begin()
    await finished
  })

  await visitor.says('Hello')
  await begun
  await inbox.push('ping')
  expect(received).toEqual([])
  finish()
  await expect.poll(() => received).toEqual(['broadcast', 'emitted'])
})

test('a later reaction that fails sends nothing until it succeeds', async () => {
  expectErrors(/"a bug"/)
  let attempts = 0
  const { server, account_id, visitor, received } = await productWith(async (account) => {
    attempts += 1
    account.broadcast(`notification:${account.id}`, 'conversation:created', { id: `attempt ${attempts}` })
    await account.emit('tag:created', { tag_id: `tag ${attempts}` }, { tag_id: `tag ${attempts}` })
    if (attempts === 1) throw new Error('a bug')
  })

  await visitor.says('Hello')
  await expect.poll(() => received).toEqual(['attempt 2', 'tag 2'])
  const { db } = databaseOf(server.platform)
  const tags = db.selectFrom('events').select('payload').where('account_id', '=', account_id)
  expect(await tags.where('type', '=', 'tag:created').execute()).toEqual([{ payload: { tag_id: 'tag 2' } }])
})

test('drops a reaction whose account is deleted while it runs, and goes on with other accounts', async () => {
  const done: string[] = []
  const { server, account_id, visitor } = await productWith(async (account) => {
    if (account.id !== account_id) return void done.push(account.id)
    const { db } = databaseOf(server.platform)
    await db.deleteFrom('accounts').where('id', '=', account_id).execute()
    await account.insert('tags', { name: 'VIP' }).execute()
  })
  const other = await newCompany(server, 'Globex', 'grace')
  const neighbour = await (await new Visitor(server.url).arrives(other.id)).opensChat()

  await visitor.says('Hello')
  await neighbour.says('Hello')

  await expect.poll(() => done).toEqual([other.id])
})

test('reads events once and in the order of their transactions, also from 999 to 1000', async () => {
  const read: unknown[] = []
  async function noteTag(_account: Account, event: LoggedEvent) {
    read.push(event.payload.tag_id)
  }
  const server = await startTestServer({ features: [defineFeature({ later: { 'tag:created': [noteTag] } })] })
  const { id: account_id } = await newCompany(server, 'Acme', 'ada')
  const { db } = databaseOf(server.platform)
  const log = (tag_id: string, txid?: string) => ({ account_id, type: 'tag:created', payload: { tag_id }, txid })

  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('event_readers').select('name').forUpdate().execute()
    await tx
      .insertInto('events')
      .values([log('tenth', '10'), log('ninth', '9')])
      .execute()
    await tx.updateTable('event_readers').set({ last_txid: '8', last_event_id: 0 }).execute()
  })
  await expect.poll(() => read).toEqual(['tenth', 'ninth'])
  await db.insertInto('events').values(log('last')).execute()

  await expect.poll(() => read).toEqual(['tenth', 'ninth', 'last'])
})

test('broadcasts of a transaction that began outside the account are sent after its commit, or never', async () => {
  const { server, acme, ada } = await story()
  const received: string[] = []
  const inbox = await ada.listen()
  inbox.on('conversation:created', ({ id }) => received.push(id))
  const broadcast = (id: string, fail: boolean) =>
    databaseOf(server.platform).transaction(async (_tx, accountOf) => {
      accountOf(acme.id).broadcast(`notification:${acme.id}`, 'conversation:created', { id })
      await inbox.push('ping')
      expect(received).toEqual([])
      if (fail) throw new Error('no')
    })

  await expect(broadcast('never', true)).rejects.toThrow('no')
  await broadcast('sent', false)
  await inbox.push('ping')
  expect(received).toEqual(['sent'])
})

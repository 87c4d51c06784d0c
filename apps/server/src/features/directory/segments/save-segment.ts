import type { NewSegment, SegmentChanges } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { userActor } from '../../../platform/actor.js'
import { conflict, notFound } from '../../../platform/errors.js'
import { checkFilter, requireOwn } from './check-filter.js'
import { MAX_SEGMENTS } from './queries.js'

export function createSegment(account: Account, { name, filter }: NewSegment, creator_id: number) {
  const checked = checkFilter(filter)
  return account.transaction(async (account) => {
    await requireOwn(account, checked)
    const counted = account.from('segments').select(sql<number>`count(*)`.as('count'))
    const { count } = await counted.executeTakeFirstOrThrow()
    if (count >= MAX_SEGMENTS) throw conflict(`An account can have ${MAX_SEGMENTS} segments at most.`)
    const draft = { name: name.trim(), filter: JSON.stringify(checked), creator_id }
    const segment = await account.insert('segments', draft).returningAll().executeTakeFirstOrThrow()
    const payload = { segment_id: segment.id }
    await account.emit('segment:created', payload, payload, userActor(creator_id))
    return segment
  })
}

/** Fields that are not given stay. */
export function updateSegment(account: Account, id: string, { name, filter }: SegmentChanges, user_id: number) {
  const checked = filter && checkFilter(filter)
  return account.transaction(async (account) => {
    const changes = {
      ...(name !== undefined && { name: name.trim() }),
      ...(checked && { filter: JSON.stringify(checked) }),
    }
    const segment = await account
      .update('segments')
      .set({ ...changes, updated_at: new Date() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(() => notFound('Segment'))
    if (checked) await requireOwn(account, checked)
    const logged = { segment_id: id, changed: Object.keys(changes) }
    await account.emit('segment:updated', { segment_id: id }, logged, userActor(user_id))
    return segment
  })
}

export function deleteSegment(account: Account, segment_id: string, user_id: number) {
  return account.transaction(async (account) => {
    const { numDeletedRows } = await account.delete('segments').where('id', '=', segment_id).executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('Segment')
    await account.emit('segment:deleted', { segment_id }, { segment_id }, userActor(user_id))
  })
}

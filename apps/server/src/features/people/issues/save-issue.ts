import type { IssueChanges, NewIssue } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { userActor, userActorOrNull } from '../../../platform/actor.js'
import { notFound } from '../../../platform/errors.js'
import { toIssue } from './queries.js'

export function createIssue(account: Account, { title, ...issue }: NewIssue, user_id: number | null) {
  return account.transaction(async (account) => {
    const row = account.insert('issues', { ...issue, title: title.trim(), creator_id: user_id })
    const created = toIssue(await row.returningAll().executeTakeFirstOrThrow())
    const payload = { issue_id: created.id }
    await account.emit('issue:created', payload, payload, userActorOrNull(user_id))
    return created
  })
}

/** Fields that are not given stay. A new state sets no dates: the caller sends those. */
export function updateIssue(account: Account, id: string, changes: IssueChanges, user_id: number | null) {
  return account.transaction(async (account) => {
    const { title, ...plain } = changes
    const before = account.from('issues').select('state').where('id', '=', id).forUpdate()
    const { state } = await before.executeTakeFirstOrThrow(() => notFound('Issue'))
    const row = account
      .update('issues')
      .set({ ...plain, ...(title !== undefined && { title: title.trim() }), updated_at: new Date() })
      .where('id', '=', id)
      .returningAll()
    const updated = toIssue(await row.executeTakeFirstOrThrow(() => notFound('Issue')))
    const became = updated.state === state ? {} : { became: { state: updated.state } }
    const logged = { issue_id: updated.id, changed: Object.keys(changes), ...became }
    await account.emit('issue:updated', { issue_id: updated.id }, logged, userActorOrNull(user_id))
    return updated
  })
}

/** Customers lose their links to it. */
export function deleteIssue(account: Account, issue_id: string, user_id: number) {
  return account.transaction(async (account) => {
    const { numDeletedRows } = await account.delete('issues').where('id', '=', issue_id).executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('Issue')
    await account.emit('issue:deleted', { issue_id }, { issue_id }, userActor(user_id))
  })
}

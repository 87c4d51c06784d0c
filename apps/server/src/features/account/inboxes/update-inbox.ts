import type { InboxChanges } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { conflict, invalid, notFound } from '../../../platform/errors.js'
import { lockInboxes, takeFromPrimary } from './primary.js'
import { toInbox } from './present.js'

/** Fields that are not given stay. */
export function updateInbox(account: Account, id: string, changes: InboxChanges) {
  return account.transaction(async (account) => {
    const before = (await lockInboxes(account)).find((inbox) => inbox.id === id)
    if (!before) throw notFound('Inbox')
    const { name, description, is_primary, is_private, ratings_enabled } = changes
    if (before.is_primary && is_primary === false) throw invalid({ is_primary: ['moves when another inbox takes it'] })
    if (is_primary && !before.is_primary) await takeFromPrimary(account)
    const row = account.update('inboxes').set({
      ...(name !== undefined && { name: name.trim() }),
      ...(description !== undefined && { description }),
      ...(is_primary && { is_primary }),
      ...(is_private != null && { is_private }),
      ...(ratings_enabled != null && { ratings_enabled }),
      updated_at: new Date(),
    })
    return toInbox(await row.where('id', '=', id).returningAll().executeTakeFirstOrThrow())
  })
}

/** Its conversations move to the primary inbox. Its widget settings and connections are deleted. */
export function deleteInbox(account: Account, id: string) {
  return account.transaction(async (account) => {
    const inboxes = await lockInboxes(account)
    const primary = inboxes.find((inbox) => inbox.is_primary)
    if (!inboxes.some((inbox) => inbox.id === id)) throw notFound('Inbox')
    if (primary?.id === id) throw conflict('The primary inbox cannot be deleted. Make another inbox primary first.')
    const conversations = account.update('conversations').set({ inbox_id: primary?.id ?? null })
    await conversations.where('inbox_id', '=', id).execute()
    await account.delete('inboxes').where('id', '=', id).execute()
  })
}

import type { NewInbox } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { conflict } from '../../../platform/errors.js'
import { takeFromPrimary, lockInboxes } from './primary.js'
import { toInbox } from './present.js'

/** The list is never longer: dashboards show all of it in their menu. */
const MAX_INBOXES = 200

/** The inbox that every account starts with, and its first member. */
export async function createPrimaryInbox(account: Account, company_name: string, user_id: number) {
  const description = `The primary inbox of ${company_name}`.slice(0, 255)
  await insertInbox(account, { name: 'Primary Inbox', description, is_primary: true }, user_id)
}

export function createInbox(account: Account, draft: NewInbox, user_id: number) {
  return account.transaction(async (account) => {
    const inboxes = await lockInboxes(account)
    if (inboxes.length >= MAX_INBOXES) throw conflict(`An account can have ${MAX_INBOXES} inboxes at most.`)
    if (draft.is_primary) await takeFromPrimary(account)
    return toInbox(await insertInbox(account, draft, user_id))
  })
}

async function insertInbox(account: Account, draft: NewInbox, user_id: number) {
  const { name, description, is_primary, is_private, ratings_enabled } = draft
  const inbox = await account
    .insert('inboxes', {
      name: name.trim(),
      description: description ?? null,
      is_primary: is_primary ?? false,
      is_private: is_private ?? false,
      ratings_enabled: ratings_enabled ?? false,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await account.insert('inbox_members', { inbox_id: inbox.id, user_id, role: 'admin' }).execute()
  return inbox
}

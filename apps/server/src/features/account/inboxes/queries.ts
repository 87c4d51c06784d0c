import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'

export function listInboxes(account: Account) {
  return account.from('inboxes').selectAll().orderBy('is_primary', 'desc').orderBy('created_at').orderBy('id').execute()
}

export function findPrimaryInbox(account: Account) {
  return account.from('inboxes').selectAll().where('is_primary', '=', true).executeTakeFirst()
}

export function getInbox(account: Account, id: string) {
  const inbox = account.from('inboxes').selectAll().where('id', '=', id)
  return inbox.executeTakeFirstOrThrow(() => notFound('Inbox'))
}

/** The inbox for conversations and widgets that name none. */
export async function inboxIdOrPrimary(account: Account, id: string | null | undefined): Promise<string | null> {
  if (id) return (await getInbox(account, id)).id
  return (await findPrimaryInbox(account))?.id ?? null
}

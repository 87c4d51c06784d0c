import type { Account } from '../../platform/account.js'

/** The inbox that every account starts with, and its first member. */
export async function createPrimaryInbox(account: Account, company_name: string, user_id: number) {
  const inbox = await account
    .insert('inboxes', {
      name: 'Primary Inbox',
      description: `The primary inbox of ${company_name}`.slice(0, 255),
      is_primary: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await account.insert('inbox_members', { inbox_id: inbox.id, user_id, role: 'admin' }).execute()
}

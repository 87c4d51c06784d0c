import type { Signature } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { getInbox } from '../../account/inboxes/queries.js'

export async function getSignature(account: Account, inbox_id: string, user_id: number): Promise<Signature> {
  const { id } = await getInbox(account, inbox_id)
  return { inbox_id: id, body: (await findSignature(account, id, user_id)) ?? '' }
}

/** Undefined if the user has none for the inbox. */
export async function findSignature(account: Account, inbox_id: string, user_id: number) {
  const own = account.from('signatures').select('body').where('inbox_id', '=', inbox_id)
  return (await own.where('user_id', '=', user_id).executeTakeFirst())?.body
}

/** An empty text removes it. */
export async function saveSignature(account: Account, inbox_id: string, user_id: number, text: string) {
  const { id } = await getInbox(account, inbox_id)
  const body = text.trim()
  if (body) {
    await account
      .insert('signatures', { inbox_id: id, user_id, body })
      .onConflict((on) =>
        on.columns(['account_id', 'inbox_id', 'user_id']).doUpdateSet({ body, updated_at: new Date() }),
      )
      .execute()
  } else await account.delete('signatures').where('inbox_id', '=', id).where('user_id', '=', user_id).execute()
  return { inbox_id: id, body }
}

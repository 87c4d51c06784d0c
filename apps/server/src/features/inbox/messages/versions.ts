import type { MessageVersion } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import { toInstant } from '../../../platform/wire-time.js'

/** Earlier versions of a message, newest first. */
export async function listVersions(account: Account, message_id: string): Promise<MessageVersion[]> {
  const message = account.from('messages').select('id').where('id', '=', message_id)
  await message.executeTakeFirstOrThrow(() => notFound('Message'))
  const rows = await account
    .from('message_versions')
    .select(['id', 'message_id', 'body', 'type', 'private', 'subject', 'replaced_at', 'replaced_by'])
    .where('message_id', '=', message_id)
    .orderBy('replaced_at', 'desc')
    .orderBy('id')
    .limit(500)
    .execute()
  return rows.map((row) => ({ ...row, object: 'message_version', replaced_at: toInstant(row.replaced_at) }))
}

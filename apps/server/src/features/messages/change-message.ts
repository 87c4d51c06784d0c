import type { Message, MessageChanges } from '@papercups/contract'
import type { Account } from '../../platform/account.js'
import { notFound } from '../../platform/errors.js'
import { replaceMetadata } from './mail-metadata.js'
import { attachmentsOf, getMessage } from './queries.js'
import { requireWords } from './words.js'

/** What is not sent stays. Nobody is told: scripts correct with it what they brought in. */
export function updateMessage(account: Account, id: string, changes: MessageChanges): Promise<Message> {
  const { metadata, ...plain } = changes
  return account.transaction(async (account) => {
    const stored = account.from('messages').select('metadata').where('id', '=', id).forUpdate()
    const before = await stored.executeTakeFirstOrThrow(() => notFound('Message'))
    const kept = metadata !== undefined && replaceMetadata(before.metadata, metadata)
    const changed = account
      .update('messages')
      .set({
        ...plain,
        ...(kept !== false && { metadata: kept && JSON.stringify(kept) }),
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .returning('body')
    const { body } = await changed.executeTakeFirstOrThrow(() => notFound('Message'))
    const files = (await attachmentsOf(account, [id])).get(id) ?? []
    requireWords(
      body,
      files.map((file) => file.id),
    )
    return getMessage(account, id)
  })
}

/** Its number is not given to another. */
export async function deleteMessage(account: Account, id: string) {
  const { numDeletedRows } = await account.delete('messages').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('Message')
}

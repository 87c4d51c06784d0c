import type { Account } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'

/** Adds metadata about the mail as which these messages were sent. Only mail channels may store it. */
export async function addMailKeys(account: Account, message_ids: readonly string[], keys: Record<string, unknown>) {
  await account.run(add, message_ids, JSON.stringify(keys))
}

const add = defineStatement(
  'messages.add-mail-keys',
  `update messages set metadata = coalesce(metadata, '{}'::jsonb) || $3::jsonb where account_id = $1 and id = any ($2::uuid[])`,
)

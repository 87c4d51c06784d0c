import type { Account } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import type { MailFailing } from './mail-failing.js'

interface Revocation {
  connection_id: string
  /** The service's own word for it. */
  reason: string
  /** A connection that was saved later has another token. */
  at: Date
}

/** The service does not accept the token any more. Nothing is sent until an admin connects again. The admins get one mail. */
export async function revokeConnection(account: Account, mailFailing: MailFailing, revocation: Revocation) {
  const { connection_id, reason, at } = revocation
  await account.transaction(async (account) => {
    const [revoked] = await account.run(revoke, connection_id, reason, at)
    if (revoked?.must_mail) await account.enqueue(mailFailing, { connection_id })
  })
}

const revoke = defineStatement<{ must_mail: boolean }>(
  'chat-services.revoke',
  `update connected_services set revoked_at = now(), failure = $3, failures = failures + 1,
    failing_since = coalesce(failing_since, now()), admins_mailed_at = coalesce(admins_mailed_at, now())
   where account_id = $1 and id = $2 and revoked_at is null and updated_at <= $4
   returning coalesce(admins_mailed_at = now()::timestamptz(3), false) as must_mail`,
)

import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import type { SenderVerdict } from '../../../platform/mail/incoming/check-sender.js'
import type { IncomingMail } from '../../../platform/mail/incoming/read-mail.js'
import { addSender } from '../../people/customers/save-customer.js'
import type { Sender } from './find-thread.js'

/** Anybody can write any From, so only a verified mail is a user's. */
export async function findSender(account: Account, mail: IncomingMail, verdict: SenderVerdict): Promise<Sender> {
  const email = canonicalEmail(mail.from?.email ?? '')
  const user = verdict === 'pass' && email !== '' ? await findActiveUser(account, email) : undefined
  return { email, user_id: user?.id }
}

function findActiveUser(account: Account, email: string) {
  const users = account.from('users').select('id').where('email', '=', email)
  return users.where('disabled_at', 'is', null).where('archived_at', 'is', null).executeTakeFirst()
}

/** The customer with this email; of several, the one seen last. */
export async function findOrAddCustomer(account: Account, mail: IncomingMail, email: string): Promise<string> {
  const known = await account
    .from('customers')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .orderBy('seen_order', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return known?.id ?? (await addSender(account, { email, name: mail.from?.name ?? undefined })).id
}

import type { Account } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import type { IncomingMail } from '../../../platform/mail/incoming/read-mail.js'
import { defineStatement } from '../../../platform/statement.js'
import type { AnsweredConversation, Sender } from './find-thread.js'
import type { MailClaim } from './store-mail.js'

export interface KnownOfMail {
  /** The account has this mail already. */
  is_taken: boolean
  sender: Sender
  /** The conversations of the mails that it answers, the nearest first. */
  answered: AnsweredConversation[]
}

/** What the account knows of a new mail: whether it was taken before, who wrote it, and what it answers. */
export async function lookUpMail(account: Account, mail: IncomingMail, claim: MailClaim): Promise<KnownOfMail> {
  const email = canonicalEmail(mail.from?.email ?? '')
  const [known] = await account.run(
    lookUp,
    claim.taken_key,
    claim.source,
    claim.provider_id ?? null,
    email,
    claim.verdict,
    // The direct parent first, then its ancestors from the newest.
    [...new Set([...mail.in_reply_to, ...mail.references.toReversed()])],
    claim.conversation_id ?? null,
    MOST_ANSWERED,
  )
  const { is_taken = false, user_id, customer_id, answered = [] } = known ?? {}
  return { is_taken, sender: { email, user_id: user_id ?? undefined, customer_id: customer_id ?? undefined }, answered }
}

/** A parameter: with the number in its text, PostgreSQL would plan the statement again for each mail. */
const MOST_ANSWERED = 20

interface Known {
  is_taken: boolean
  user_id: number | null
  customer_id: string | null
  answered: AnsweredConversation[]
}

/**
 * Anybody can write any From, so only a verified mail is a user's. Of several customers with the email, the one seen last
 * counts. It is found without "limit 1": PostgreSQL might then read all customers, from the one seen last, until one matches.
 */
const lookUp = defineStatement<Known>(
  'email.look-up',
  `with named as (
    select conversation_id, array_position($7::text[], rfc_message_id) as place
    from outgoing_mails where account_id = $1 and rfc_message_id = any($7::text[])
    union all
    select conversation_id, array_position($7::text[], rfc_message_id)
    from incoming_mails where account_id = $1 and rfc_message_id = any($7::text[]) and conversation_id is not null
    union all
    select id, 1000 from conversations where account_id = $1 and id = $8::uuid
  ), nearest as (
    select conversation_id, min(place) as place from named group by conversation_id order by 2 limit $9
  )
  select
    exists (select from incoming_mails where account_id = $1 and taken_key = $2)
      or exists (select from incoming_mails where account_id = $1 and source = $3 and provider_id = $4) as is_taken,
    (select u.id from users u where u.account_id = $1 and u.email = $5 and $5 <> '' and $6 = 'pass'
      and u.disabled_at is null and u.archived_at is null) as user_id,
    (select (array_agg(k.id order by k.seen_order desc, k.id))[1] from customers k
      where k.account_id = $1 and lower(k.email) = $5) as customer_id,
    (select coalesce(json_agg(json_build_object('conversation_id', n.conversation_id, 'belongs',
      exists (select from conversations c join customers k on k.account_id = c.account_id and k.id = c.customer_id
        where c.account_id = $1 and c.id = n.conversation_id and lower(k.email) = $5)
      or exists (select from incoming_mails i
        where i.account_id = $1 and i.conversation_id = n.conversation_id and i.people ? $5)
      or exists (select from outgoing_mails o
        where o.account_id = $1 and o.conversation_id = n.conversation_id and o.people ? $5)
      ) order by n.place), '[]') from nearest n) as answered`,
)

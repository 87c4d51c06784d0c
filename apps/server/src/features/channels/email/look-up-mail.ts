import type { Account } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import { inGroups } from '../../../platform/in-groups.js'
import { isUnavailable } from '../../../platform/is-unavailable.js'
import { jsonParameter } from '../../../platform/json-parameter.js'
import type { IncomingMail } from '../../../platform/mail/incoming/read-mail.js'
import type { Platform } from '../../../platform/platform.js'
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
export async function lookUpMail(
  platform: Platform,
  account: Account,
  mail: IncomingMail,
  claim: MailClaim,
): Promise<KnownOfMail> {
  const email = canonicalEmail(mail.from?.email ?? '')
  const question: Question = {
    taken_key: claim.taken_key.toString('hex'),
    source: claim.source,
    provider_id: claim.provider_id ?? null,
    email,
    verdict: claim.verdict,
    // The direct parent first, then its ancestors from the newest.
    answers: [...new Set([...mail.in_reply_to, ...mail.references.toReversed()])],
    conversation_id: claim.conversation_id ?? null,
  }
  const known = await lookUpTogether(platform, account.id, { account, question })
  const { is_taken, user_id, customer_id, answered } = known
  return { is_taken, sender: { email, user_id: user_id ?? undefined, customer_id: customer_id ?? undefined }, answered }
}

interface Question extends Pick<MailClaim, 'source' | 'verdict'> {
  /** In hexadecimal digits. */
  taken_key: string
  provider_id: string | null
  email: string
  answers: string[]
  conversation_id: string | null
}

interface Known {
  at: number
  is_taken: boolean
  user_id: number | null
  customer_id: string | null
  answered: AnsweredConversation[]
}

/** Mails that come while a statement runs are looked up by the next one. */
const lookUpTogether = inGroups<{ account: Account; question: Question }, Known>({
  most: 8,
  async run(asked) {
    try {
      return await askFor(asked)
    } catch (error) {
      if (asked.length === 1 || isUnavailable(error)) throw error
      // A mail that PostgreSQL cannot read must not hurt the others.
      return asked.map(async (one) => (await askFor([one]))[0] as Known)
    }
  },
})

async function askFor(asked: Array<{ account: Account; question: Question }>) {
  const questions = asked.map(({ question }, at) => ({ ...question, at }))
  const known = await asked[0]?.account.run(lookUp, jsonParameter(questions), MOST_ANSWERED)
  return (known ?? []).toSorted((one, other) => one.at - other.at)
}

/** A parameter: with the number in its text, PostgreSQL would plan the statement again for each mail. */
const MOST_ANSWERED = 20

/**
 * Anybody can write any From, so only a verified mail is a user's. Of several customers with the email, the one seen last
 * counts. It is found without "limit 1": PostgreSQL might then read all customers, from the one seen last, until one matches.
 */
const lookUp = defineStatement<Known>(
  'email.look-up',
  `select m.at,
    coalesce((select true from incoming_mails where account_id = $1 and taken_key = decode(m.taken_key, 'hex')),
      (select true from incoming_mails where account_id = $1 and source = m.source and provider_id = m.provider_id),
      false) as is_taken,
    (select u.id from users u where u.account_id = $1 and u.email = m.email and m.email <> '' and m.verdict = 'pass'
      and u.disabled_at is null and u.archived_at is null) as user_id,
    (select (array_agg(k.id order by k.seen_order desc, k.id))[1] from customers k
      where k.account_id = $1 and lower(k.email) = m.email) as customer_id,
    (with named as (
      select conversation_id, array_position(m.answers, rfc_message_id) as place
      from outgoing_mails where account_id = $1 and rfc_message_id = any(m.answers)
      union all
      select conversation_id, array_position(m.answers, rfc_message_id)
      from incoming_mails where account_id = $1 and rfc_message_id = any(m.answers) and conversation_id is not null
      union all
      select id, 1000 from conversations where account_id = $1 and id = m.conversation_id
    ), nearest as (
      select conversation_id, min(place) as place from named group by conversation_id order by 2 limit $3
    )
    select coalesce(json_agg(json_build_object('conversation_id', n.conversation_id, 'belongs',
      exists (select from conversations c join customers k on k.account_id = c.account_id and k.id = c.customer_id
        where c.account_id = $1 and c.id = n.conversation_id and lower(k.email) = m.email)
      or exists (select from incoming_mails i
        where i.account_id = $1 and i.conversation_id = n.conversation_id and i.people ? m.email)
      or exists (select from outgoing_mails o
        where o.account_id = $1 and o.conversation_id = n.conversation_id and o.people ? m.email)
      ) order by n.place), '[]') from nearest n) as answered
  from json_to_recordset($2::json) as m (at int, taken_key text, source text, provider_id text, email text, verdict text,
    answers text[], conversation_id uuid)`,
)

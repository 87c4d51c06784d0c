import type { AccountTransaction } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import type { SenderVerdict } from '../../../platform/mail/incoming/check-sender.js'
import type { IncomingMail } from '../../../platform/mail/incoming/read-mail.js'
import { defineStatement } from '../../../platform/statement.js'
import type { AnsweredConversation, Sender } from './find-thread.js'
import type { NamedFiles } from './store-mail-files.js'

export interface MailClaim {
  taken_key: Buffer
  source: 'smtp' | 'ses' | 'http' | 'imap' | 'gmail'
  provider_id: string | undefined
  verdict: SenderVerdict
  /** The conversation of the provider's thread. */
  conversation_id?: string | undefined
}

export interface ClaimedMail {
  id: string
  sender: Sender
  /** The conversations of the mails that it answers, the nearest first. */
  answered: AnsweredConversation[]
}

/**
 * Inserts the row that makes the mail taken, with its files, and looks up who wrote it and what it answers. Undefined if it
 * was taken before.
 */
export async function claimMail(
  account: AccountTransaction,
  mail: IncomingMail,
  files: NamedFiles,
  { taken_key, source, provider_id, verdict, conversation_id }: MailClaim,
): Promise<ClaimedMail | undefined> {
  const people = [mail.from, ...mail.to, ...mail.cc].flatMap((person) => (person ? canonicalEmail(person.email) : []))
  const email = canonicalEmail(mail.from?.email ?? '')
  const [claimed] = await account.run(
    claim,
    taken_key,
    source,
    provider_id ?? null,
    mail.message_id,
    mail.from?.email ?? null,
    mail.reply_to[0]?.email ?? null,
    JSON.stringify([...new Set(people)]),
    mail.subject,
    mail.kind,
    mail.kind_reason,
    verdict,
    email,
    files.raw_file_id,
    JSON.stringify(files.rows),
    // The direct parent first, then its ancestors from the newest.
    [...new Set([...mail.in_reply_to, ...mail.references.toReversed()])],
    conversation_id ?? null,
  )
  if (!claimed) return undefined
  const { id, user_id, customer_id, answered } = claimed
  return { id, sender: { email, user_id: user_id ?? undefined, customer_id: customer_id ?? undefined }, answered }
}

interface Claimed {
  id: string
  user_id: number | null
  customer_id: string | null
  answered: AnsweredConversation[]
}

/**
 * One statement, because each round trip costs a mail a tenth of its time. Anybody can write any From, so only a verified
 * mail is a user's. Of several customers, the one seen last counts. No message has the raw mail, so it is marked as kept.
 */
const claim = defineStatement<Claimed>(
  'email.claim',
  `with claimed as (
    insert into incoming_mails (account_id, taken_key, source, provider_id, rfc_message_id, from_email, reply_to_email,
      people, subject, kind, kind_reason, verdict, raw_file_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12, $14::uuid)
    on conflict do nothing returning id
  ), filed as (
    insert into files (account_id, id, filename, content_type, size, unique_filename, file_url, unattached_since)
    select $1, f.id, f.filename, f.content_type, f.size, f.unique_filename, f.file_url,
      case when f.id = $14::uuid then null else now() end
    from claimed, jsonb_to_recordset($15::jsonb) as f (id uuid, filename text, content_type text, size bigint,
      unique_filename text, file_url text)
  ), named as (
    select conversation_id, array_position($16::text[], rfc_message_id) as place
    from outgoing_mails where account_id = $1 and rfc_message_id = any($16::text[])
    union all
    select conversation_id, array_position($16::text[], rfc_message_id)
    from incoming_mails where account_id = $1 and rfc_message_id = any($16::text[]) and conversation_id is not null
    union all
    select id, 1000 from conversations where account_id = $1 and id = $17::uuid
  ), nearest as (
    select conversation_id, min(place) as place from named group by conversation_id order by 2 limit 20
  )
  select id,
    (select u.id from users u where u.account_id = $1 and u.email = $13 and $13 <> '' and $12 = 'pass'
      and u.disabled_at is null and u.archived_at is null) as user_id,
    (select k.id from customers k where k.account_id = $1 and lower(k.email) = $13
      order by k.seen_order desc, k.id limit 1) as customer_id,
    (select coalesce(json_agg(json_build_object('conversation_id', n.conversation_id, 'belongs',
      exists (select from conversations c join customers k on k.account_id = c.account_id and k.id = c.customer_id
        where c.account_id = $1 and c.id = n.conversation_id and lower(k.email) = $13)
      or exists (select from incoming_mails i
        where i.account_id = $1 and i.conversation_id = n.conversation_id and i.people ? $13)
      or exists (select from outgoing_mails o
        where o.account_id = $1 and o.conversation_id = n.conversation_id and o.people ? $13)
      ) order by n.place), '[]') from nearest n) as answered
  from claimed`,
)

/** Says where the claimed mail went. Its files belong to the customer who sent them, so erasing the customer erases them. */
export const finishMail = defineStatement(
  'email.finish',
  `with owned as (
    update files set customer_id = $7::uuid where account_id = $1 and id = any($8::uuid[]) and $7::uuid is not null
  )
  update incoming_mails set conversation_id = $3, message_id = $4, thread_reason = $5, ignored_reason = $6,
    summary = $9::jsonb
  where account_id = $1 and id = $2`,
)

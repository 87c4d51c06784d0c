import type { Account } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import type { SenderVerdict } from '../../../platform/mail/incoming/check-sender.js'
import type { MailKind } from '../../../platform/mail/incoming/classify-mail.js'
import type { IncomingMail } from '../../../platform/mail/incoming/read-mail.js'
import type { StoredTogether } from '../../inbox/messages/create-message.js'
import { $, parametersAfterMessage } from '../../inbox/messages/message-values.js'
import { storeTogether } from '../../inbox/messages/store-message.js'
import { storeInGroups } from '../../inbox/messages/store-messages.js'
import type { ThreadReason } from './find-thread.js'
import type { StoredSummary } from './mail-summary.js'
import type { NamedFiles } from './store-mail-files.js'

export interface MailClaim {
  taken_key: Buffer
  source: 'smtp' | 'ses' | 'http' | 'imap' | 'gmail'
  provider_id: string | undefined
  verdict: SenderVerdict
  /** The conversation of the provider's thread. */
  conversation_id?: string | undefined
}

/** The columns of `incoming_mails` that the mail itself decides. */
const COLUMNS = [
  'taken_key',
  'source',
  'provider_id',
  'rfc_message_id',
  'from_email',
  'reply_to_email',
  'people',
  'subject',
  'kind',
  'kind_reason',
  'verdict',
  'raw_file_id',
] as const

function toRow(
  mail: IncomingMail,
  { raw_file_id }: NamedFiles,
  { taken_key, source, provider_id, verdict }: MailClaim,
) {
  const people = [mail.from, ...mail.to, ...mail.cc].flatMap((person) => (person ? canonicalEmail(person.email) : []))
  return {
    taken_key,
    source,
    provider_id: provider_id ?? null,
    rfc_message_id: mail.message_id,
    from_email: mail.from?.email ?? null,
    reply_to_email: mail.reply_to[0]?.email ?? null,
    people: [...new Set(people)],
    subject: mail.subject,
    kind: mail.kind,
    kind_reason: mail.kind_reason,
    verdict,
    raw_file_id,
  } satisfies Record<(typeof COLUMNS)[number], unknown>
}

/** What becomes no message. */
export type ReportKind = Exclude<MailKind, 'person' | 'notification'>

const FILE_FIELDS = `id uuid, filename text, content_type text, size bigint, unique_filename text, file_url text`
const $m = parametersAfterMessage([...COLUMNS, 'files', 'attachment_ids', 'thread_reason', 'summary'] as const)

/**
 * A message, its mail and their files in one statement, because each round trip costs a mail a tenth of its time. A mail that
 * was taken before breaks a unique key, and nothing is stored. The files belong to the customer who sent them, so erasing the
 * customer erases them. They are attached from the beginning; no message has the raw mail.
 */
const storeMail = storeTogether(
  'mail',
  `, filed as (
    insert into files (account_id, id, filename, content_type, size, unique_filename, file_url, customer_id, user_id,
      unattached_since)
    select c.account_id, f.id, f.filename, f.content_type, f.size, f.unique_filename, f.file_url, c.author_id,
      case when f.id <> ${$m.raw_file_id}::uuid then ${$.user_id}::bigint end, null
    from conversation c, jsonb_to_recordset(${$m.files}::jsonb) as f (${FILE_FIELDS})
  ), attached as (
    insert into message_files (account_id, message_id, file_id)
    select c.account_id, ${$.id}::uuid, file_id from conversation c, unnest(${$m.attachment_ids}::uuid[]) as file_id
  ), taken as (
    insert into incoming_mails (account_id, ${COLUMNS.join(', ')}, conversation_id, message_id, thread_reason, summary)
    select c.account_id, ${$m.taken_key}::bytea, ${$m.source}::text, ${$m.provider_id}::text,
      ${$m.rfc_message_id}::text, ${$m.from_email}::text, ${$m.reply_to_email}::text, ${$m.people}::jsonb,
      ${$m.subject}::text, ${$m.kind}::text, ${$m.kind_reason}::text, ${$m.verdict}::text, ${$m.raw_file_id}::uuid,
      c.id, ${$.id}::uuid, ${$m.thread_reason}::text, ${$m.summary}::jsonb
    from conversation c
  )`,
)

const MAIL_FIELDS = `taken_key text, mail_source text, provider_id text, rfc_message_id text, from_email text, reply_to_email text,
    people jsonb, mail_subject text, kind text, kind_reason text, verdict text, raw_file_id uuid, thread_reason text,
    summary jsonb, files jsonb`

/** The same for mails of several conversations. */
export const storeMails = storeInGroups(
  'mail',
  MAIL_FIELDS,
  `, filed as (
    insert into files (account_id, id, filename, content_type, size, unique_filename, file_url, customer_id, unattached_since)
    select p.account_id, f.id, f.filename, f.content_type, f.size, f.unique_filename, f.file_url, p.customer_id, null
    from placed p, jsonb_to_recordset(p.files) as f (${FILE_FIELDS})
  ), attached as (
    insert into message_files (account_id, message_id, file_id)
    select p.account_id, p.id, f.id
    from placed p, jsonb_to_recordset(p.files) as f (${FILE_FIELDS}) where f.id <> p.raw_file_id
  ), taken as (
    insert into incoming_mails (account_id, ${COLUMNS.join(', ')}, conversation_id, message_id, thread_reason, summary)
    select p.account_id, decode(p.taken_key, 'hex'), p.mail_source, p.provider_id, p.rfc_message_id, p.from_email,
      p.reply_to_email, p.people, p.mail_subject, p.kind, p.kind_reason, p.verdict, p.raw_file_id, p.conversation_id,
      p.id, p.thread_reason, p.summary
    from placed p
  )`,
)

/** The mail's rows, for the statement of several messages. */
export function mailFields(
  mail: IncomingMail,
  files: NamedFiles,
  claim: MailClaim,
  place: { thread_reason: ThreadReason; summary: StoredSummary },
) {
  const { taken_key, source, subject, people, ...row } = toRow(mail, files, claim)
  return {
    ...row,
    ...place,
    taken_key: taken_key.toString('hex'),
    mail_source: source,
    mail_subject: subject,
    people,
    files: files.rows,
  }
}

/** The mail's rows, for the statement of its message. */
export function mailRows(
  mail: IncomingMail,
  files: NamedFiles,
  claim: MailClaim,
  place: { thread_reason: ThreadReason; summary: StoredSummary },
): StoredTogether {
  const { raw_file_id, attachment_ids, rows } = files
  const stored = [JSON.stringify(rows), attachment_ids, place.thread_reason, JSON.stringify(place.summary)]
  const row = toRow(mail, files, claim)
  return {
    statements: storeMail,
    values: [...COLUMNS.map((name) => (name === 'people' ? JSON.stringify(row.people) : row[name])), ...stored],
    files: rows.filter(({ id }) => id !== raw_file_id),
  }
}

/** Two deliveries of one mail at the same time: the database lets only the first one in. */
export function isRepeatedMail(error: unknown) {
  const { code, table } = error as { code?: string; table?: string }
  return code === '23505' && table === 'incoming_mails'
}

/** An automatic reply or a report, which becomes no message. Its place is stored later. */
export async function storeReport(
  account: Account,
  mail: IncomingMail,
  ignored_reason: ReportKind,
  files: NamedFiles,
  claim: MailClaim,
) {
  const row = toRow(mail, files, claim)
  // Erasing a customer deletes the reports about them.
  const reported = (mail.report?.recipients ?? []).map(({ email }) => canonicalEmail(email))
  const people = JSON.stringify([...new Set([...row.people, ...reported])])
  for (const file of files.rows) await account.insert('files', { ...file, unattached_since: null }).execute()
  await account.insert('incoming_mails', { ...row, people, ignored_reason }).execute()
}

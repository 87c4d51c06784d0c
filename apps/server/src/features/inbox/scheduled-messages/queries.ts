import type { File, MessageRecipients, ScheduledMessage } from '@papercups/contract'
import { sql, type Selectable } from 'kysely'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import type { ScheduledMessagesTable } from '../../../platform/database/tables.js'
import { notFound } from '../../../platform/errors.js'
import { toInstant, toTimestamp } from '../../../platform/wire-time.js'
import { findFiles } from '../files/queries.js'

export type ScheduledRow = Selectable<ScheduledMessagesTable>

/** The most scheduled messages in one conversation. */
export const MAX_SCHEDULED = 100

export async function listScheduled(account: Account, conversation_id: string): Promise<ScheduledMessage[]> {
  const rows = account.from('scheduled_messages').selectAll().where('conversation_id', '=', conversation_id)
  return present(account, await rows.orderBy('send_at').orderBy('id').limit(MAX_SCHEDULED).execute())
}

export function findScheduled(account: Account, id: string) {
  return account.from('scheduled_messages').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks the row until the transaction ends. */
export function lockScheduled(account: AccountTransaction, id: string) {
  const row = account.from('scheduled_messages').selectAll().where('id', '=', id).forUpdate()
  return row.executeTakeFirstOrThrow(() => notFound('Scheduled message'))
}

/** Locks it if it is due by the database's clock, which also starts the job. */
export function findDueAndLock(account: AccountTransaction, id: string) {
  const row = account.from('scheduled_messages').selectAll().where('id', '=', id).where('held_reason', 'is', null)
  return row
    .where('send_at', '<=', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
}

export async function presentOne(account: Account, row: ScheduledRow): Promise<ScheduledMessage> {
  const [scheduled] = await present(account, [row])
  if (!scheduled) throw notFound('Scheduled message')
  return scheduled
}

export const fileIdsOf = (row: ScheduledRow) => row.file_ids as string[]
export const emailOf = (row: ScheduledRow) => row.email as MessageRecipients | null
export const mentionsOf = (row: ScheduledRow) => row.mentioned_user_ids as number[]

async function present(account: Account, rows: ScheduledRow[]): Promise<ScheduledMessage[]> {
  const files = await findFiles(account, [...new Set(rows.flatMap(fileIdsOf))])
  const byId = new Map<string, File>(files.map((file) => [file.id, file]))
  return rows.map((row) => ({
    id: row.id,
    object: 'scheduled_message',
    account_id: row.account_id,
    conversation_id: row.conversation_id,
    user_id: row.user_id,
    body: row.body,
    type: row.type,
    attachments: fileIdsOf(row).flatMap((id) => byId.get(id) ?? []),
    mentioned_user_ids: mentionsOf(row),
    metadata: row.metadata,
    email: emailOf(row),
    send_at: toInstant(row.send_at),
    held_reason: row.held_reason,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  }))
}

import { sql, type Insertable } from 'kysely'
import { NO_ACCOUNT, type AccountTransaction } from '../../../platform/account.js'
import { databaseOf } from '../../../platform/database/of.js'
import type { PendingRegistrationsTable } from '../../../platform/database/tables.js'
import type { Platform } from '../../../platform/platform.js'

/** Emails are unique over all accounts, because sign-in has only the email. Archived users do not count. */
export const emailIsTaken = async (platform: Platform, email: string) => Boolean(await findOwner(platform, email))

export function findOwner(platform: Platform, email: string) {
  const { db } = databaseOf(platform)
  const user = db.selectFrom('users').select('account_id').where('email', '=', email).where('archived_at', 'is', null)
  return user.executeTakeFirst()
}

/** Creates an account and its first rows in one transaction. */
export function foundAccount<T>(
  platform: Platform,
  row: { company_name: string; subscription_plan: 'starter' | 'team' },
  furnish: (account: AccountTransaction) => Promise<T>,
) {
  return databaseOf(platform).transaction(async (tx, accountOf) => {
    const { id } = await tx.insertInto('accounts').values(row).returning('id').executeTakeFirstOrThrow()
    return furnish(accountOf(id))
  })
}

export type InvitationRow = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

/** The caller has only the token, not the account. */
export function findInvitation(platform: Platform, by: { token_hash: Buffer } | { id: string }) {
  const { db } = databaseOf(platform)
  const invitations = db
    .selectFrom('user_invitations')
    .select(['id', 'account_id', 'expires_at', 'email', 'max_uses', 'uses'])
  const found = 'id' in by ? invitations.where('id', '=', by.id) : invitations.where('token_hash', '=', by.token_hash)
  return found.executeTakeFirst()
}

/** Passwords that can be tried with one link. */
const MAX_ATTEMPTS = 10

const PENDING = [
  'id',
  'email',
  'password_hash',
  'company_name',
  'invitation_id',
  'redirect',
  'network',
  'mail_allowed',
] as const
export type PendingRegistration = NonNullable<Awaited<ReturnType<typeof findPending>>>

/** Stores the row and its job together. People who register have no account yet. */
export function insertPending(
  platform: Platform,
  row: Insertable<PendingRegistrationsTable>,
  enqueue: (account: AccountTransaction, pending_id: string) => Promise<void>,
) {
  return databaseOf(platform).transaction(async (tx, accountOf) => {
    const { id } = await tx.insertInto('pending_registrations').values(row).returning('id').executeTakeFirstOrThrow()
    await enqueue(accountOf(NO_ACCOUNT), id)
  })
}

export function findPending(platform: Platform, id: string) {
  const { db } = databaseOf(platform)
  return db
    .selectFrom('pending_registrations')
    .select(PENDING)
    .where('id', '=', id)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
}

type PendingChanges = { mail_allowed: true } | { token_hash: Buffer; expires_at: Date }

export async function changePending(platform: Platform, id: string, changes: PendingChanges) {
  await databaseOf(platform).db.updateTable('pending_registrations').set(changes).where('id', '=', id).execute()
}

/** Counted before the password is checked, so that many guesses at once are no way around the limit. */
export function takeAttempt(platform: Platform, token_hash: Buffer): Promise<PendingRegistration | undefined> {
  const { db } = databaseOf(platform)
  return db
    .updateTable('pending_registrations')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', new Date())
    .where('attempts', '<', MAX_ATTEMPTS)
    .returning(PENDING)
    .executeTakeFirst()
}

export async function deletePending(platform: Platform, id: string) {
  await databaseOf(platform).db.deleteFrom('pending_registrations').where('id', '=', id).execute()
}

/** Once the email has an account, other links for it are useless. */
export async function deletePendingOf(platform: Platform, email: string) {
  await databaseOf(platform).db.deleteFrom('pending_registrations').where('email', '=', email).execute()
}

export async function deleteExpiredPending(platform: Platform) {
  const { db } = databaseOf(platform)
  await db.deleteFrom('pending_registrations').where('expires_at', '<=', new Date()).execute()
}

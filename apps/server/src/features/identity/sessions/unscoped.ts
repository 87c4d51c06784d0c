import type { Role } from '@papercups/contract'
import { canonicalEmail } from '../../../platform/canonical.js'
import type { Queryable } from '../../../platform/database/in-turn.js'
import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** A sign-in knows an email, not an account. Archived users may have had the same one. */
export function findUserByEmail(platform: Platform, email: string) {
  return databaseOf(platform)
    .db.selectFrom('users')
    .select(['id', 'account_id', 'email', 'password_hash', 'disabled_at', 'archived_at'])
    .where('email', '=', canonicalEmail(email))
    .orderBy('archived_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst()
}

/** The second step of a sign-in knows the user's id. */
export function findUserById(platform: Platform, id: number) {
  return databaseOf(platform)
    .db.selectFrom('users')
    .select(['id', 'account_id', 'email', 'password_hash', 'disabled_at', 'archived_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export interface SessionRow {
  session_id: string
  account_id: string
  user_id: number
  email: string
  role: Role
  disabled: boolean
}

/**
 * The user of a session, from the current row. A disabled user has no session left, but their token proves who they
 * are, so they get the reason.
 */
export async function findSession(platform: Platform, session_id: string): Promise<SessionRow | undefined> {
  const [row] = await findSessions(databaseOf(platform).pool, [session_id])
  return row
}

/** The same for many sessions, over a given connection. */
export async function findSessions(connection: Queryable, ids: string[]): Promise<SessionRow[]> {
  const { rows } = await connection.query<SessionRow>({
    name: 'sessions.find',
    text: `select s.id as session_id, s.account_id, u.id as user_id, u.email, u.role,
             (u.disabled_at is not null or u.archived_at is not null) as disabled
           from sessions s join users u on u.account_id = s.account_id and u.id = s.user_id
           where s.id = any($1) and s.expires_at > now()
             and (s.revoked_at is null or u.disabled_at is not null or u.archived_at is not null)`,
    values: [ids],
  })
  return rows
}

/** A renewal token is the only proof. */
export function findRenewalToken(platform: Platform, token_hash: Buffer) {
  return databaseOf(platform)
    .db.selectFrom('renewal_tokens as token')
    .innerJoin('sessions as session', 'session.id', 'token.session_id')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .select(['token.account_id', 'token.session_id', 'session.user_id', 'user.email'])
    .select((e) => e.or([e('user.disabled_at', 'is not', null), e('user.archived_at', 'is not', null)]).as('disabled'))
    .select((e) => e('session.revoked_at', 'is not', null).as('revoked'))
    .where('token.token_hash', '=', token_hash)
    .where('token.expires_at', '>', new Date())
    .executeTakeFirst()
}

/** Sessions and renewal tokens that can never be used again. */
export async function deleteEndedSessions(platform: Platform) {
  const { db } = databaseOf(platform)
  const ended = new Date()
  await db.deleteFrom('renewal_tokens').where('expires_at', '<', ended).execute()
  await db.deleteFrom('sessions').where('expires_at', '<', ended).execute()
}

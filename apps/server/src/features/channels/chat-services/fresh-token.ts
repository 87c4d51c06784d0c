import { setTimeout as wait } from 'node:timers/promises'
import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { defineStatement } from '../../../platform/statement.js'
import { ServiceAnswerError } from './call-service.js'
import { ServiceError, type Connection } from './chat-service.js'
import { openConnection, sealSecrets, type ConnectionRow } from './connections.js'

/** A process that is killed while it renews a token lets the next one try after this time. */
const RENEWING = '20 seconds'
const LONGEST_WAIT_MS = 25_000
const LOOK_EVERY_MS = 100

export interface NewToken {
  secrets: Connection['secrets']
  expires_at: Date
}

interface Options {
  connection_id: string
  /** A token with less time left is renewed. */
  early_ms: number
  /** Calls the service. Throws a `ServiceError`: `revoked` if the service accepts no token of ours any more. */
  renew(secrets: Connection['secrets']): Promise<NewToken>
}

/** Calls with a valid token. A service can end one early: then the call is repeated once with a new one. */
export async function withFreshToken<T>(
  platform: Platform,
  account: Account,
  options: Options,
  call: (token: string) => Promise<T>,
): Promise<T> {
  const token = await freshToken(platform, account, options)
  try {
    return await call(token)
  } catch (error) {
    if (!(error instanceof ServiceAnswerError) || error.status !== 401) throw error
    return call(await freshToken(platform, account, options, token))
  }
}

/**
 * The access token of a connection. One process renews it, because services limit how often that is done, and some end the
 * older tokens. The others use the old token while it is valid, or wait. No row is locked meanwhile: that would hold a
 * database connection as long as the service takes. `refused` is a token that the service did not accept.
 */
async function freshToken(platform: Platform, account: Account, options: Options, refused?: string): Promise<string> {
  const end = Date.now() + LONGEST_WAIT_MS
  while (Date.now() < end) {
    const row = account.from('connected_services').selectAll().where('id', '=', options.connection_id)
    const { token, is_old } = readToken(platform, account, options, await row.executeTakeFirst(), refused)
    if (token && !is_old) return token
    const [claimed] = await account.run(claimRenewal, options.connection_id)
    if (claimed) return renewToken(platform, account, options, claimed, refused)
    if (token) return token
    await wait(LOOK_EVERY_MS)
  }
  throw new ServiceError('unavailable', 'the token is being renewed')
}

/** No token if it has ended or was refused. */
function readToken(
  platform: Platform,
  account: Account,
  { early_ms }: Options,
  row: ConnectionRow | undefined,
  refused: string | undefined,
) {
  if (!row || row.revoked_at) throw new ServiceError('revoked', row?.failure ?? 'disconnected')
  const secrets = openConnection(platform, account, row)?.secrets
  if (!secrets) throw new ServiceError('revoked', 'the stored token cannot be read')
  const left_ms = (row.token_expires_at?.getTime() ?? 0) - Date.now()
  const is_valid = left_ms > 0 && secrets.access_token !== refused
  return { secrets, token: is_valid ? secrets.access_token : undefined, is_old: left_ms <= early_ms }
}

async function renewToken(
  platform: Platform,
  account: Account,
  options: Options,
  row: ConnectionRow,
  refused: string | undefined,
) {
  let valid: string | undefined
  try {
    const { secrets: before, token, is_old } = readToken(platform, account, options, row, refused)
    // Another process renewed it between the look and the claim.
    if (token && !is_old) return token
    valid = token
    const { secrets, expires_at } = await options.renew(before)
    const sealed = sealSecrets(platform, account, secrets)
    await account.run(noteRenewed, row.id, row.secrets_encrypted, sealed, expires_at)
    return secrets.access_token ?? ''
  } catch (error) {
    if (valid && error instanceof ServiceError && error.failure !== 'revoked') return valid
    throw error
  } finally {
    await account.run(endRenewal, row.id, row.renewing_until)
  }
}

const claimRenewal = defineStatement<ConnectionRow>(
  'chat-services.claim-renewal',
  `update connected_services set renewing_until = now() + interval '${RENEWING}'
   where account_id = $1 and id = $2 and revoked_at is null and (renewing_until is null or renewing_until < now())
   returning *`,
)

/** Changes nothing if an admin has connected again meanwhile. */
const noteRenewed = defineStatement(
  'chat-services.note-renewed',
  `update connected_services set secrets_encrypted = $4, token_expires_at = $5
   where account_id = $1 and id = $2 and secrets_encrypted = $3`,
)

/** Only its own claim: another process may have taken over. */
const endRenewal = defineStatement(
  'chat-services.end-renewal',
  `update connected_services set renewing_until = null where account_id = $1 and id = $2 and renewing_until = $3`,
)

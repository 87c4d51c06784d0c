import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  ServiceError,
  type Connection,
  type ServiceContext,
} from '../../features/channels/chat-services/chat-service.js'
import {
  getConnection,
  openConnection,
  sealSecrets,
  type ConnectionRow,
} from '../../features/channels/chat-services/connections.js'
import { defineStatement } from '../../platform/statement.js'
import { askForToken, HubSpotError, type TokenAnswer } from './hubspot-api.js'

/** A token is renewed when less than this is left. */
const EARLY_MS = 10 * 60_000
/** Longer than a call of HubSpot can take. A process that dies while it renews a token blocks it for this time. */
const LEASE = '15 seconds'
const LOOK_EVERY_MS = 100
const MAX_LOOKS = 200

interface Tokens {
  access_token: string
  refresh_token: string
  /** ISO 8601. */
  expires_at: string
}

/** Undefined if something is missing in the answer. */
export function secretsOf(answer: TokenAnswer, before?: Tokens): (Tokens & Record<string, string>) | undefined {
  const { access_token, expires_in } = answer
  const refresh_token = answer.refresh_token ?? before?.refresh_token
  if (!access_token || !refresh_token || !expires_in) return undefined
  return { access_token, refresh_token, expires_at: new Date(Date.now() + expires_in * 1_000).toISOString() }
}

/** Calls with a token that is valid. HubSpot can end one early: then the call is repeated once with a new one. */
export async function withToken<T>(context: ServiceContext, call: (token: string) => Promise<T>): Promise<T> {
  const token = await freshToken(context)
  try {
    return await call(token)
  } catch (error) {
    if (!(error instanceof HubSpotError) || error.status !== 401) throw error
    return call(await freshToken(context, token))
  }
}

/**
 * The access token. One process at a time renews it, under a lease on the connection; the others use the old one while it is
 * valid, or wait. A row lock would hold a database connection while HubSpot answers. `refused` is a token that HubSpot did
 * not accept.
 */
async function freshToken(context: ServiceContext, refused?: string): Promise<string> {
  const { platform, account, connection: first } = context
  for (let look = 0, connection = first; look < MAX_LOOKS; look += 1) {
    const { access_token, expires_at } = connection.secrets as unknown as Tokens
    const left = Date.parse(expires_at) - Date.now()
    const is_valid = left > 0 && access_token !== refused
    if (is_valid && left > EARLY_MS) return access_token
    const lease = randomUUID()
    const [taken] = await account.run(takeLease, connection.id, lease)
    if (taken) {
      try {
        return await renew(context, { lease, row: taken, refused })
      } catch (error) {
        if (is_valid && error instanceof ServiceError && error.failure !== 'revoked') return access_token
        throw error
      }
    }
    if (is_valid) return access_token
    await delay(LOOK_EVERY_MS)
    connection = open(context, await getConnection(account, 'hubspot', connection.id))
  }
  platform.log.warn({ account_id: account.id }, 'hubspot: the token was not renewed in time')
  throw new ServiceError('unavailable', 'the token could not be renewed in time')
}

interface Renewal {
  lease: string
  row: ConnectionRow
  refused: string | undefined
}

async function renew(context: ServiceContext, { lease, row, refused }: Renewal) {
  const { platform, account } = context
  try {
    const before = open(context, row).secrets as unknown as Tokens
    const left = Date.parse(before.expires_at) - Date.now()
    // Another process renewed it between the look and the lease.
    if (before.access_token !== refused && left > EARLY_MS) return before.access_token
    const { refresh_token } = before
    const answer = await askForToken(platform, { grant_type: 'refresh_token', refresh_token }).catch(
      (error: unknown) => {
        throw explainRefusal(error)
      },
    )
    const secrets = secretsOf(answer, before)
    if (!secrets) throw new ServiceError('unavailable', 'incomplete_answer')
    await account.run(storeTokens, row.id, lease, sealSecrets(platform, account, secrets), row.updated_at)
    return secrets.access_token
  } finally {
    await account.run(releaseLease, row.id, lease)
  }
}

/** A refresh token ends when somebody removes the app in HubSpot. */
function explainRefusal(error: unknown) {
  const is_over = error instanceof HubSpotError && /^(BAD_REFRESH_TOKEN|invalid_grant)$/i.test(error.code ?? '')
  return is_over ? new ServiceError('revoked', error.message) : error
}

function open({ platform, account }: ServiceContext, row: ConnectionRow): Connection {
  const connection = row.revoked_at ? undefined : openConnection(platform, account, row)
  if (!connection) throw new ServiceError('revoked', row.failure ?? 'the stored token cannot be read')
  return connection
}

const takeLease = defineStatement<ConnectionRow>(
  'hubspot.take-lease',
  `update connected_services set leased_by = $3, leased_until = now() + interval '${LEASE}'
   where account_id = $1 and id = $2 and (leased_until is null or leased_until < now()) returning *`,
)

/** `updated_at` changes when an admin connects again: then the stored tokens are newer than these. */
const storeTokens = defineStatement(
  'hubspot.store-tokens',
  `update connected_services set secrets_encrypted = $4
   where account_id = $1 and id = $2 and leased_by = $3 and updated_at = $5`,
)

const releaseLease = defineStatement(
  'hubspot.release-lease',
  `update connected_services set leased_by = null, leased_until = null
   where account_id = $1 and id = $2 and leased_by = $3`,
)

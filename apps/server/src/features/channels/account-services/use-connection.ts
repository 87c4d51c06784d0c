import type { Account } from '../../../platform/account.js'
import { forbidden, HttpError } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { explainErrors } from '../chat-services/call-service.js'
import { ServiceError, type Connection, type ServiceContext } from '../chat-services/chat-service.js'
import { openConnection } from '../chat-services/connections.js'
import { revokeConnection } from '../chat-services/revoke-connection.js'
import type { AccountService } from './account-service.js'
import { findAccountConnection } from './connect.js'

/** Throws 403 if the account has no connection that works. */
async function requireConnection(service: AccountService, platform: Platform, account: Account): Promise<Connection> {
  const row = await findAccountConnection(service, account)
  if (!row) throw forbidden(`Missing ${service.name} authorization!`)
  const connection = row.revoked_at ? undefined : openConnection(platform, account, row)
  if (!connection) throw tokenRefused(service)
  return connection
}

const tokenRefused = ({ name }: AccountService) =>
  forbidden(`${name} no longer accepts our token. An admin has to connect ${name} again.`)

/**
 * Calls the service for a user who waits for the answer. Its errors become errors for the user. A refused token is stored, and
 * the admins get one mail.
 */
export async function callForUser<T>(
  service: AccountService,
  platform: Platform,
  account: Account,
  call: (context: ServiceContext) => Promise<T>,
): Promise<T> {
  const at = new Date()
  const connection = await requireConnection(service, platform, account)
  try {
    return await call({ platform, account, connection })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.failure === 'revoked') {
      await revokeConnection(account, service.mailFailing, { connection_id: connection.id, reason: error.message, at })
      throw tokenRefused(service)
    }
    if (error.failure === 'limited') throw limited(service, error)
    return explainErrors(service.name, Promise.reject<T>(error))
  }
}

/** No 429: the user made few calls. */
function limited({ name }: AccountService, { retry_after_seconds: seconds }: ServiceError) {
  const when = seconds ? `in ${seconds} second${seconds === 1 ? '' : 's'}` : 'later'
  return new HttpError(422, `${name} limits the number of calls. Try again ${when}.`)
}

/** For the page of the service. */
export const noteActivity = ({ account, connection }: { account: Account; connection: { id: string } }) =>
  account.update('connected_services').set({ last_activity_at: new Date() }).where('id', '=', connection.id).execute()

import { noteActivity } from '../../features/channels/account-services/use-connection.js'
import { ServiceAnswerError } from '../../features/channels/chat-services/call-service.js'
import { findConnection, type ConnectionRow } from '../../features/channels/chat-services/connections.js'
import { createMailFailing } from '../../features/channels/chat-services/mail-failing.js'
import { revokeConnection } from '../../features/channels/chat-services/revoke-connection.js'
import type { Account } from '../../platform/account.js'
import type { Platform } from '../../platform/platform.js'
import { callGithub, forgetToken, installationToken } from './github-api.js'

export const mailFailing = createMailFailing({ id: 'github', name: 'GitHub' })

type Call = <T extends object>(method: 'GET' | 'POST' | 'PATCH', path: string, values?: object) => Promise<T>

/** GitHub as the installation of an account sees it. */
export interface Github {
  connection: ConnectionRow
  installation_id: string
  call: Call
}

/** Undefined if the account has no installation, or lost it. */
export async function openGithub(platform: Platform, account: Account): Promise<Github | undefined> {
  const connection = await findConnection(account, 'github')
  const installation_id = connection?.team_id
  if (!connection || !installation_id || connection.revoked_at) return undefined
  const call: Call = async (method, path, values) => {
    const tryOnce = async <T extends object>() => {
      const token = await readToken(platform, account, connection, installation_id)
      const answer = await callGithub<T>(platform, token, method, path, values)
      await noteActivity({ account, connection })
      return answer
    }
    try {
      return await tryOnce()
    } catch (error) {
      if (!isRefusedToken(error)) throw error
      // A token can end early. If there is no new one, the installation has ended.
      forgetToken(platform, installation_id)
      return tryOnce()
    }
  }
  return { connection, installation_id, call }
}

const isRefusedToken = (error: unknown) => error instanceof ServiceAnswerError && error.status === 401

/** GitHub gives no token for an installation that was removed (404) or suspended (403). */
async function readToken(platform: Platform, account: Account, connection: ConnectionRow, installation_id: string) {
  try {
    return await installationToken(platform, installation_id)
  } catch (error) {
    if (error instanceof ServiceAnswerError && [403, 404].includes(error.status))
      await revoke(account, connection, error.message)
    throw error
  }
}

export const revoke = (account: Account, { id, updated_at }: ConnectionRow, reason: string) =>
  revokeConnection(account, mailFailing, { connection_id: id, reason, at: updated_at })

import { Type } from 'typebox'
import { ServiceAnswerError } from '../../features/channels/chat-services/call-service.js'
import {
  deleteConnection,
  listConnections,
  restoreConnection,
} from '../../features/channels/chat-services/connections.js'
import type { Account } from '../../platform/account.js'
import { defineJob, type Job } from '../../platform/feature.js'
import type { Platform } from '../../platform/platform.js'
import { callAsApp, forgetToken } from './github-api.js'
import { Attempts, obeyLimits } from './obey-limits.js'
import { revoke } from './open-github.js'
import { syncAllLinked } from './sync-issue.js'

const Input = Type.Object({ installation_id: Type.String(), ...Attempts })

/** Asks GitHub whether the installation was removed or suspended, or works again. */
export const checkInstallation: Job<typeof Input> = defineJob({
  name: 'github.check-installation',
  input: Input,
  key: ({ installation_id }) => installation_id,
  run: (account, input, platform) =>
    obeyLimits(account, checkInstallation, input, () => check(account, platform, input.installation_id)),
})

async function check(account: Account, platform: Platform, installation_id: string) {
  forgetToken(platform, installation_id)
  const connections = await listConnections(account, 'github', { team_id: installation_id })
  const path = `/app/installations/${encodeURIComponent(installation_id)}`
  const found = await callAsApp<{ suspended_at?: string | null }>(platform, 'GET', path).catch((error: unknown) => {
    if (error instanceof ServiceAnswerError && error.status === 404) return undefined
    throw error
  })
  for (const connection of connections) {
    if (!found) await deleteConnection(account, connection.id)
    else if (found.suspended_at) await revoke(account, connection, 'the installation is suspended')
    else if (connection.revoked_at) await restore(account, connection.id)
  }
}

/** GitHub reported nothing meanwhile, and got nothing from us. */
function restore(account: Account, connection_id: string) {
  return account.transaction(async (account) => {
    await restoreConnection(account, connection_id)
    await syncAllLinked(account)
  })
}

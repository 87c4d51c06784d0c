import { Type } from 'typebox'
import { ServiceAnswerError } from '../../features/channels/chat-services/call-service.js'
import { deleteConnection, listConnections } from '../../features/channels/chat-services/connections.js'
import type { Account } from '../../platform/account.js'
import { defineJob, type Job } from '../../platform/feature.js'
import type { Platform } from '../../platform/platform.js'
import { callAsApp, forgetToken } from './github-api.js'
import { Attempts, obeyLimits } from './obey-limits.js'
import { revoke } from './open-github.js'

const Input = Type.Object({ installation_id: Type.String(), ...Attempts })

/** Asks GitHub whether the installation was removed or suspended. */
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
  }
}

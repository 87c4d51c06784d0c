import { listConnections } from '../../features/channels/chat-services/connections.js'
import { createMailFailing } from '../../features/channels/chat-services/mail-failing.js'
import { revokeConnection } from '../../features/channels/chat-services/revoke-connection.js'
import type { Account } from '../../platform/account.js'
import type { SlackRevocation } from './slack-event.js'

const mailFailing = createMailFailing({ id: 'slack', name: 'Slack' })

/** Nothing waits for the next message to fail: the page says it at once. */
export async function takeRevocation(account: Account, event: SlackRevocation, team_id: string | null) {
  if (team_id === null) return
  const { type: reason, tokens, event_time } = event
  // Slack names whole seconds. A connection that was made later has another token.
  const at = event_time === undefined ? new Date() : new Date((event_time + 1) * 1_000)
  for (const { id, bot_user_id } of await listConnections(account, 'slack', { team_id })) {
    const is_ours = reason === 'app_uninstalled' || (bot_user_id !== null && tokens?.bot?.includes(bot_user_id))
    if (is_ours) await revokeConnection(account, mailFailing, { connection_id: id, reason, at })
  }
}

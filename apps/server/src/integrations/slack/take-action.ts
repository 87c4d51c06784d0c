import { findConnection, openConnection } from '../../features/channels/chat-services/connections.js'
import { findThread } from '../../features/channels/chat-services/threads.js'
import { updateConversation } from '../../features/inbox/conversations/update-conversation.js'
import type { Account } from '../../platform/account.js'
import { userActor } from '../../platform/actor.js'
import type { Platform } from '../../platform/platform.js'
import { findAgent, findSlackUser } from './people.js'
import type { SlackAction } from './slack-event.js'

const STATUSES: Record<string, 'open' | 'closed'> = { open_conversation: 'open', close_conversation: 'closed' }

/** A button was pressed. It counts only at the thread of the conversation that it names. */
export async function takeAction(account: Account, platform: Platform, action: SlackAction) {
  const channel_id = action.channel?.id
  const thread_id = action.message?.ts
  if (!channel_id || !thread_id) return
  const thread = await findThread(account, { service: 'slack', channel_id, thread_id })
  const row = await findConnection(account, 'slack', { kind: 'reply', channel_id })
  const connection = row && openConnection(platform, account, row)
  if (!thread || !connection) return
  for (const { action_id, value } of action.actions ?? []) {
    const status = STATUSES[action_id ?? '']
    if (!status || value !== thread.conversation_id) continue
    const context = { platform, account, connection }
    const agent = await findAgent(context, await findSlackUser(context, action.user?.id))
    await updateConversation(account, thread.conversation_id, { status }, agent ? userActor(agent.id) : null)
  }
}

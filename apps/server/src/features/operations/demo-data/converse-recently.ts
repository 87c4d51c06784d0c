import type { Account } from '../../../platform/account.js'
import { userActor } from '../../../platform/actor.js'
import { archiveConversation } from '../../inbox/conversations/archive-conversation.js'
import { markRead, updateConversation } from '../../inbox/conversations/update-conversation.js'
import { startConversation } from '../../inbox/conversation-lists/start-conversation.js'
import { createMessage } from '../../inbox/messages/create-message.js'
import { snoozeConversation } from '../../inbox/snoozing/snooze-conversation.js'
import { tagConversation } from '../../inbox/tags/tag-conversation.js'
import { AGENTS } from './cast.js'
import { RECENT, type RecentConversation } from './recent.js'
import type { Past } from './unscoped.js'

const DAY_MS = 86_400_000

/** The rows that conversations refer to. */
export interface Stage {
  account: Account
  users: number[]
  customer_ids: string[]
  sales_inbox_id: string
  tag_ids: Map<string, string>
}

/** The team's current conversations: some for every list of the inbox. */
export async function converseRecently(stage: Stage): Promise<Past[]> {
  const past: Past[] = []
  // Oldest first, as they would have arrived.
  for (const recent of RECENT.toSorted((a, b) => b.minutes_ago - a.minutes_ago)) past.push(await hold(stage, recent))
  return past
}

async function hold({ account, users, customer_ids, sales_inbox_id, tag_ids }: Stage, recent: RecentConversation) {
  const customer_id = customer_ids[recent.customer] ?? ''
  const [ada = 0] = users
  const actor = userActor(ada)
  const draft = { customer_id, ...(recent.inbox && { inbox_id: sales_inbox_id }) }
  const { id: conversation_id } = await startConversation(account, draft, undefined, null)
  for (const line of recent.lines) {
    if (!('agent' in line)) {
      await createMessage(account, { customer_id }, { conversation_id, body: line.says })
      continue
    }
    const mentioned = line.mentions === undefined ? undefined : users[line.mentions]
    const mention = { id: mentioned, display_name: AGENTS[line.mentions ?? 0]?.display_name }
    await createMessage(
      account,
      { user_id: users[line.agent] ?? ada },
      {
        conversation_id,
        body: line.says,
        ...(line.private && { type: 'note', private: true }),
        ...(mentioned && { mentioned_user_ids: [mentioned], metadata: { mentions: [mention] } }),
      },
    )
  }
  for (const name of recent.tags ?? []) await tagConversation(account, conversation_id, tag_ids.get(name) ?? '', ada)
  const assignee_id = recent.assignee === undefined ? null : (users[recent.assignee] ?? null)
  const changes = { assignee_id, ...(recent.priority && { priority: 'priority' as const }) }
  await updateConversation(account, conversation_id, changes, actor)
  // Reading would also mark Ada's mention as seen.
  const mentionsAda = recent.lines.some((line) => 'mentions' in line)
  if (!recent.unread && !mentionsAda) await markRead(account, conversation_id, ada)
  if (recent.state === 'closed') await updateConversation(account, conversation_id, { status: 'closed' }, actor)
  if (recent.state === 'deleted') await archiveConversation(account, conversation_id, actor)
  if (recent.state === 'snoozed')
    await snoozeConversation(account, conversation_id, new Date(Date.now() + 3 * DAY_MS), actor)
  return { conversation_id, customer_id, minutes_ago: recent.minutes_ago }
}

import { InstantInput, type User } from '@papercups/contract'
import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { defineJob } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { toAccountBasic } from '../../account/accounts/present.js'
import { findAccount } from '../../account/accounts/unscoped.js'
import { lockConversation } from '../conversations/queries.js'
import { createMessage } from '../messages/create-message.js'
import { listUsers } from '../../team/users/queries.js'
import { reminderText } from './reminder-text.js'
import { unanswered } from './unanswered.js'
import { accountsWithReminders } from './unscoped.js'

const DEFAULT_HOURS = 72
const DEFAULT_MAX = 3
const HOUR_MS = 3_600_000
/** A team that turns reminders on after a year should not get a thousand of them at once. */
const AT_ONCE = 10

export async function remindTeams(platform: Platform) {
  const moment = new Date().toISOString()
  for (const id of await accountsWithReminders(platform)) await platform.account(id).enqueue(remindTeam, { moment })
}

/** Posts the reminders that are due. */
export const remindTeam = defineJob({
  name: 'reminders.remind-team',
  input: Type.Object({ moment: InstantInput }),
  async run(account, input, platform) {
    const moment = new Date(input.moment)
    const row = await findAccount(platform, account.id)
    if (!row) return
    const { settings, is_outside_working_hours } = toAccountBasic(row, moment)
    if (!settings?.conversation_reminders_enabled || is_outside_working_hours) return
    const hours = settings.conversation_reminder_hours_interval ?? DEFAULT_HOURS
    const most = settings.max_num_conversation_reminders ?? DEFAULT_MAX
    const before = new Date(moment.getTime() - hours * HOUR_MS)
    const due = await unanswered(account, before, most).limit(AT_ONCE).execute()
    if (due.length === 0) return

    const team = await listUsers(account)
    const url = `${platform.config.base_url}/settings/overview`
    for (const { id } of due) await remind(account, id, { before, hours, most, url, team })
  },
})

interface Reminding {
  before: Date
  hours: number
  most: number
  url: string
  team: User[]
}

/**
 * Checks again with the conversation locked: somebody may have answered, or another process may have posted the
 * reminder.
 */
function remind(account: Account, id: string, { before, hours, most, url, team }: Reminding) {
  return account.transaction(async (account) => {
    await lockConversation(account, id)
    const due = await unanswered(account, before, most).where('conversations.id', '=', id).executeTakeFirst()
    const author = due && authorOf(due.assignee_id, team)
    if (!due || !author) return
    const count = due.reminded + 1
    await createMessage(
      account,
      { user_id: author.id },
      {
        conversation_id: id,
        type: 'bot',
        private: true,
        body: reminderText({ count, most, hours, url }),
        metadata: { is_reminder: true, reminder_count: count },
      },
    )
  })
}

/** The author is the assignee, else the admin who joined first. */
function authorOf(assignee_id: number | null, team: User[]) {
  return team.find(({ id }) => id === assignee_id) ?? team.find(({ role }) => role === 'admin') ?? team[0]
}

import type { Message } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { ConversationRow } from '../../inbox/conversations/present.js'
import { listUsers } from '../../team/users/queries.js'

/** The user of the account with the same email. */
export async function findAgent(account: Account, email: string | undefined) {
  return email ? (await listUsers(account, { email }))[0] : undefined
}

/** Somebody of the team answers in any case: the user with the same email, the assignee, or the oldest admin. */
export async function chooseAgent(account: Account, email: string | undefined, conversation: ConversationRow) {
  const agent = await findAgent(account, email)
  if (agent) return agent.id
  const team = await listUsers(account)
  const assignee = team.find(({ id }) => id === conversation.assignee_id)
  return (assignee ?? team.find(({ role }) => role === 'admin'))?.id
}

/** The name under which a message is shown in a service. */
export function writerOf({ user, customer, user_id }: Message) {
  if (user_id !== null) return user?.display_name || user?.full_name || user?.email || 'Agent'
  const { name, email } = customer ?? {}
  if (name && email) return `${name} (${email})`
  return name || email || 'Anonymous User'
}

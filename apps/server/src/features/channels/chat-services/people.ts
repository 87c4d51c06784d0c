import type { Message } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { ConversationRow } from '../../inbox/conversations/present.js'
import { listUsers } from '../../team/users/queries.js'

/** The user of the account with the same email. */
export async function findAgent(account: Account, email: string | undefined) {
  return email ? (await listUsers(account, { email }))[0] : undefined
}

/** What a service shows of the person who wrote. */
export interface ServiceWriter {
  email?: string | undefined
  /** Of services without emails. A user with the same name is taken if there is only one. */
  names?: string[]
}

/** Somebody of the team answers in any case: the same person, the assignee, or the oldest admin. */
export async function chooseAgent(
  account: Account,
  { email, names = [] }: ServiceWriter,
  conversation: ConversationRow,
) {
  const team = await listUsers(account)
  const agent = (await findAgent(account, email)) ?? findNamed(team, names)
  if (agent) return agent.id
  const assignee = team.find(({ id }) => id === conversation.assignee_id)
  return (assignee ?? team.find(({ role }) => role === 'admin'))?.id
}

function findNamed(team: Awaited<ReturnType<typeof listUsers>>, names: string[]) {
  const wanted = new Set(names.map(comparable))
  const found = team.filter(({ display_name, full_name }) =>
    [display_name, full_name].some((name) => name && wanted.has(comparable(name))),
  )
  return found.length === 1 ? found[0] : undefined
}

const comparable = (name: string) => name.normalize('NFKC').trim().toLowerCase()

/** The name under which a message is shown in a service. */
export function writerOf({ user, customer, user_id }: Message) {
  if (user_id !== null) return user?.display_name || user?.full_name || user?.email || 'Agent'
  const { name, email } = customer ?? {}
  if (name && email) return `${name} (${email})`
  return name || email || 'Anonymous User'
}

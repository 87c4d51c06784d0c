import type { ServiceContext } from '../../../features/channels/chat-services/chat-service.js'
import { readTeammates } from './intercom-pages.js'

export interface Teammates {
  /** The user with the email of somebody in Intercom, also if they have left. */
  userByEmail(email: string | null | undefined): number | undefined
  /** The user who is assigned, by Intercom's id. Only users who can sign in. */
  assigneeById(id: string | null | undefined): number | undefined
}

/** Matches Intercom's teammates with ours by their emails. */
export async function matchTeammates(context: ServiceContext): Promise<Teammates> {
  const emails = await readTeammates(context)
  const users = await context.account.from('users').select(['id', 'email', 'disabled_at', 'archived_at']).execute()
  const byEmail = new Map(users.map((user) => [user.email.toLowerCase(), user]))
  return {
    userByEmail: (email) => byEmail.get(email?.toLowerCase() ?? '')?.id,
    assigneeById(id) {
      const user = byEmail.get(emails.get(id ?? '') ?? '')
      return user && !user.disabled_at && !user.archived_at ? user.id : undefined
    },
  }
}

import type { ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import { findAgent as findAgentByEmail } from '../../features/channels/chat-services/people.js'
import { mentionsIn, fromMrkdwn } from './mrkdwn.js'
import { readFromSlack } from './slack-api.js'

export interface SlackUser {
  id?: string
  name?: string
  tz?: string
  is_bot?: boolean
  profile?: { email?: string; display_name?: string; real_name?: string; image_original?: string }
}

/** Undefined if Slack does not know the user or does not show them. */
export async function findSlackUser(
  { platform, connection }: ServiceContext,
  user: string | undefined,
): Promise<SlackUser | undefined> {
  if (!user) return undefined
  try {
    const token = connection.secrets.access_token ?? ''
    return (await readFromSlack<{ user?: SlackUser }>(platform, token, 'users.info', { user })).user
  } catch (error) {
    if (error instanceof ServiceError && error.failure === 'refused') return undefined
    throw error
  }
}

const nameOf = (user: SlackUser | undefined) => user?.profile?.display_name || user?.profile?.real_name || user?.name

/** The user of the account with the same email. */
export const findAgent = ({ account }: ServiceContext, slackUser: SlackUser | undefined) =>
  findAgentByEmail(account, slackUser?.profile?.email)

/** Slack's text as Markdown, with the names of the people that it mentions. */
export async function readText(context: ServiceContext, text: string): Promise<string> {
  const names = new Map<string, string>()
  for (const id of new Set(mentionsIn(text).slice(0, 20))) {
    const name = nameOf(await findSlackUser(context, id))
    if (name) names.set(id, name)
  }
  return fromMrkdwn(text, (id) => names.get(id))
}

import type { MattermostAccess, NewMattermostAuthorization } from '@papercups/contract'
import { getConnection, openConnection, saveConnection } from '../../features/channels/chat-services/connections.js'
import { isGiven } from '../../features/channels/chat-services/token-dots.js'
import { getInbox } from '../../features/account/inboxes/queries.js'
import type { Account } from '../../platform/account.js'
import { invalid } from '../../platform/errors.js'
import { OutboundError } from '../../platform/outbound/outbound-error.js'
import type { Platform } from '../../platform/platform.js'
import { accountOf, type MattermostAccount } from './mattermost-api.js'

const BLANK = ["can't be blank"]

/** Connects an inbox, or changes a connection. Nothing is called: the test does that. */
export async function saveMattermost(
  platform: Platform,
  account: Account,
  user_id: number,
  given: NewMattermostAuthorization,
) {
  const before = given.id ? await getConnection(account, 'mattermost', given.id) : undefined
  const inbox_id = before ? before.inbox_id : (given.inbox_id ?? null)
  if (inbox_id) await getInbox(account, inbox_id)
  const stored = before && openConnection(platform, account, before)
  const stored_url = stored && accountOf(stored).url
  const mattermost_url = given.mattermost_url ? await readUrl(platform, given.mattermost_url) : stored_url
  if (!mattermost_url) throw invalid({ mattermost_url: BLANK })
  const { access_token } = await readAccess(platform, account, { ...given, mattermost_url, authorization_id: given.id })
  const verification_token = isGiven(given.verification_token)
    ? given.verification_token.trim()
    : stored?.secrets.verification_token
  return saveConnection(platform, account, {
    service: 'mattermost',
    kind: 'reply',
    inbox_id,
    team_id: or(given.team_id, before?.team_id),
    team_name: or(given.team_domain, before?.team_name),
    channel_id: or(given.channel_id, before?.channel_id),
    channel_name: or(given.channel_name, before?.channel_name),
    bot_user_id: null,
    details: { mattermost_url },
    secrets: { access_token, ...(verification_token && { verification_token }) },
    connected_by: user_id,
  })
}

/** A field that is left out stays as it is. */
const or = (given: string | null | undefined, before: string | null = null) =>
  given === undefined ? before : given?.trim() || null

/** How to call a server with the given token, or with the stored one of a connection to the same server. */
export async function readMattermostAccount(
  platform: Platform,
  account: Account,
  given: MattermostAccess,
): Promise<MattermostAccount> {
  const url = await readUrl(platform, given.mattermost_url)
  const { access_token } = await readAccess(platform, account, { ...given, mattermost_url: url })
  return { url, token: access_token }
}

async function readAccess(platform: Platform, account: Account, given: MattermostAccess) {
  const { authorization_id, mattermost_url, access_token } = given
  if (isGiven(access_token)) return { access_token: access_token.trim() }
  const row = authorization_id ? await getConnection(account, 'mattermost', authorization_id) : undefined
  const stored = row && openConnection(platform, account, row)
  // The stored token goes to no other server.
  if (!stored || accountOf(stored).url !== mattermost_url) throw invalid({ access_token: BLANK })
  return { access_token: accountOf(stored).token }
}

/** The URL without a slash at its end. A server that is down, or a name that is not known yet, is no mistake. */
async function readUrl({ outbound }: Platform, text: string) {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw invalid(
      { mattermost_url: ['must be an http or https URL'] },
      'The Mattermost URL must be an http or https URL.',
    )
  await outbound.findIp(url.hostname.replace(/^\[|\]$/g, '')).catch((error: unknown) => {
    if (!(error instanceof OutboundError)) throw error
    if (error.reason === 'forbidden_ip') throw invalid({ mattermost_url: [error.message] }, error.message)
  })
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

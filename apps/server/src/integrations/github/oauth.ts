import { callService, readJson, ServiceAnswerError } from '../../features/channels/chat-services/call-service.js'
import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import { saveConnection } from '../../features/channels/chat-services/connections.js'
import { finishOAuth, startOAuth } from '../../features/channels/chat-services/oauth-door.js'
import type { Account } from '../../platform/account.js'
import { badRequest } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import { callGithub, forgetToken } from './github-api.js'
import { githubUrls } from './github-urls.js'
import { missingSettings } from './settings.js'

const redirectUri = ({ config }: Platform) => `${config.base_url}/integrations/github`

/** The page of GitHub to open: the installation of the app or, if it is installed, the sign-in. */
export async function startGithub(
  platform: Platform,
  account: Account,
  user_id: number,
  { is_installed, installation_id = '' }: { is_installed: boolean; installation_id?: string | undefined },
) {
  const missing = missingSettings(platform)
  if (missing.length > 0)
    throw badRequest(`GitHub is not set up on this server. An operator has to set ${missing.join(', ')}.`)
  // The state remembers which installation GitHub named before the sign-in.
  const kind = installation_id ? `account-${installation_id}` : 'account'
  const { state } = await startOAuth(platform, account, user_id, {
    service: 'github',
    kind,
    inbox_id: null,
    pkce: false,
  })
  const { install, authorize } = githubUrls(platform)
  if (!is_installed) return `${install}?state=${encodeURIComponent(state)}`
  const { github_client_id = '' } = platform.config
  const query = new URLSearchParams({ client_id: github_client_id, redirect_uri: redirectUri(platform), state })
  return `${authorize}?${query.toString()}`
}

interface Installation {
  id: number
  account?: { login?: string }
  html_url?: string
  repository_selection?: string
}

/**
 * GitHub sent the user back with a code. The number of an installation in a URL proves nothing, so GitHub is asked which
 * installations this user has. Their own token is not stored.
 */
export async function finishGithub(
  platform: Platform,
  account: Account,
  user_id: number,
  given: { code: string; state: string; installation_id?: string | undefined },
) {
  const { kind } = await finishOAuth(platform, account, user_id, 'github', given.state)
  const wanted = given.installation_id ?? /^account-(\d+)$/.exec(kind)?.[1]
  const installations = await listInstallations(platform, given.code)
  const found = wanted ? installations.find(({ id }) => String(id) === wanted) : installations[0]
  if (!found)
    throw badRequest(
      wanted
        ? 'GitHub access denied: this installation is not one of yours.'
        : 'GitHub access denied: the app is not installed yet. Install it first.',
    )
  forgetToken(platform, String(found.id))
  return saveConnection(platform, account, {
    service: 'github',
    kind: 'account',
    inbox_id: null,
    team_id: String(found.id),
    team_name: found.account?.login ?? null,
    channel_id: null,
    channel_name: null,
    bot_user_id: null,
    details: { token_type: 'installation', html_url: found.html_url, repository_selection: found.repository_selection },
    secrets: {},
    connected_by: user_id,
  })
}

/** Newest first. */
async function listInstallations(platform: Platform, code: string): Promise<Installation[]> {
  try {
    const token = await exchange(platform, code)
    const path = '/user/installations?per_page=100'
    const { installations = [] } = await callGithub<{ installations?: Installation[] }>(platform, token, 'GET', path)
    return installations.toSorted((a, b) => b.id - a.id)
  } catch (error) {
    if (error instanceof ServiceError) throw badRequest(`GitHub access denied: ${error.message}`)
    throw error
  }
}

/** https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app */
async function exchange(platform: Platform, code: string): Promise<string> {
  const { github_client_id: client_id, github_client_secret: client_secret } = platform.config
  const response = await callService(platform, githubUrls(platform).token, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ client_id, client_secret, code, redirect_uri: redirectUri(platform) }),
  })
  const { access_token, error } = readJson<{ access_token?: string; error?: string }>(response) ?? {}
  if (!access_token) throw new ServiceAnswerError(response.status, error ?? 'no token')
  return access_token
}

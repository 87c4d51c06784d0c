import type { Platform } from '../../platform/platform.js'

/** The URLs of github.com, or of the GitHub Enterprise Server that an operator set in its place. */
export function githubUrls({ config }: Pick<Platform, 'config'>) {
  const { github_host: host, github_app_name: app = '' } = config
  const is_public = host === 'github.com'
  const site = config.github_url ?? `https://${host}`
  return {
    api: config.github_api_url ?? (is_public ? 'https://api.github.com' : `https://${host}/api/v3`),
    install: `${site}/${is_public ? 'apps' : 'github-apps'}/${app}/installations/new`,
    authorize: `${site}/login/oauth/authorize`,
    token: `${site}/login/oauth/access_token`,
  }
}

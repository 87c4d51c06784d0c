import type { Flags, PageEnv } from '@papercups/contract'

const defaultFlags: Flags = {
  eu_edition: false,
  storytime_enabled: true,
  user_invitation_email_enabled: false,
  billing_enabled: false,
  chat_with_us_enabled: false,
  file_uploads_enabled: true,
  debug_mode_enabled: false,
  hide_slack_integrations: false,
}

const fromServer = parse()

/** Values that the server wrote into the page. The development server does not, so there are defaults. */
export const env: PageEnv = {
  demo_account_id: null,
  base_url: window.location.origin,
  github_host: 'github.com',
  is_development: false,
  billing_page: null,
  ...fromServer,
  flags: { ...defaultFlags, ...fromServer.flags },
}

export const uploadsAllowed = (account_id: string) => {
  const { file_uploads_enabled: allowed } = env.flags
  return Array.isArray(allowed) ? allowed.includes(account_id) : allowed
}

function parse(): Partial<PageEnv> {
  try {
    return JSON.parse(document.getElementById('papercups-env')?.textContent ?? '{}') as Partial<PageEnv>
  } catch {
    return {}
  }
}

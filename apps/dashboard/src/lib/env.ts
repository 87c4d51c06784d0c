export interface Flags {
  eu_edition: boolean
  storytime_enabled: boolean
  user_invitation_email_enabled: boolean
  billing_enabled: boolean
  chat_with_us_enabled: boolean
  /** For everyone, for nobody, or for these accounts. */
  file_uploads_enabled: boolean | string[]
  debug_mode_enabled: boolean
  hide_slack_integrations: boolean
}

export interface Env {
  /** The account that talks to visitors of /demo; null until somebody has registered. */
  demo_account_id: string | null
  base_url: string
  /** A development install, where mail that left nowhere can be read. */
  is_development: boolean
  flags: Flags
}

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

const told = parse()

/** What the server wrote into the page. The development server leaves the placeholder alone, hence the defaults. */
export const env: Env = {
  demo_account_id: null,
  base_url: window.location.origin,
  is_development: false,
  ...told,
  flags: { ...defaultFlags, ...told.flags },
}

export const uploadsAllowed = (account_id: string) => {
  const { file_uploads_enabled: allowed } = env.flags
  return Array.isArray(allowed) ? allowed.includes(account_id) : allowed
}

function parse(): Partial<Env> {
  try {
    return JSON.parse(document.getElementById('papercups-env')?.textContent ?? '{}') as Partial<Env>
  } catch {
    return {}
  }
}

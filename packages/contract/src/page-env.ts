/** Features that an operator turns on or off. The server writes them into its pages. */
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

/** Settings that the server writes into the dashboard's page. */
export interface PageEnv {
  /** The account that talks to visitors of /demo; null until somebody has registered. */
  demo_account_id: string | null
  base_url: string
  /** Where issues of GitHub are: github.com, or a GitHub Enterprise Server. */
  github_host: string
  /** A development install, with a mailbox of unsent emails. */
  is_development: boolean
  flags: Flags
  /** Only in the document of the billing page, which may load the script of Stripe. */
  billing_page: { stripe_public_key: string | null } | null
}

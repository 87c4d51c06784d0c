import type { Platform } from '../../platform/platform.js'

/** The URLs of Google, or of the one server that an operator set in their place. */
export function googleUrls({ config }: Platform) {
  const { google_url: own } = config
  return {
    authorize: `${own ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
    token: `${own ?? 'https://oauth2.googleapis.com'}/token`,
    gmail_upload: `${own ?? 'https://gmail.googleapis.com'}/upload/gmail/v1/users/me`,
    gmail: `${own ?? 'https://gmail.googleapis.com'}/gmail/v1/users/me`,
    sheets: `${own ?? 'https://sheets.googleapis.com'}/v4/spreadsheets`,
  }
}

/** What an operator has to set before anybody can connect. */
export function missingSettings({ config }: Platform): string[] {
  const needed = { GOOGLE_CLIENT_ID: config.google_client_id, GOOGLE_CLIENT_SECRET: config.google_client_secret }
  return Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]))
}

import type { Platform } from '../../platform/platform.js'

/** What an operator has to set before anybody can connect. */
export function missingSettings({ config }: Platform): string[] {
  const needed = {
    GITHUB_APP_ID: config.github_app_id,
    GITHUB_APP_NAME: config.github_app_name,
    GITHUB_PRIVATE_KEY: config.github_private_key,
    GITHUB_CLIENT_ID: config.github_client_id,
    GITHUB_CLIENT_SECRET: config.github_client_secret,
    GITHUB_WEBHOOK_SECRET: config.github_webhook_secret,
  }
  return Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]))
}

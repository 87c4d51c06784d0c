import type { Platform } from '../../platform/platform.js'

/** What an operator has to set before anybody can connect. */
export function missingSettings({ config }: Platform): string[] {
  const needed = {
    SLACK_CLIENT_ID: config.slack_client_id,
    SLACK_CLIENT_SECRET: config.slack_client_secret,
    SLACK_SIGNING_SECRET: config.slack_signing_secret,
  }
  return Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]))
}

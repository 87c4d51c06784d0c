import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import { widgetSettingsOf } from './queries.js'

interface Sighting {
  host?: string | null
  pathname?: string | null
}

/**
 * Where the widget was last loaded. Visitors report it with every page, so it is stored at most once a minute, with the
 * server's time.
 */
export async function recordSighting(account: Account, inbox_id: string | undefined, { host, pathname }: Sighting) {
  const settings = await widgetSettingsOf(account, inbox_id)
  if (!settings) throw notFound('Inbox')
  const same = settings.host === (host ?? null) && settings.pathname === (pathname ?? null)
  const fresh = settings.last_seen_at && Date.now() - settings.last_seen_at.getTime() < 60_000
  if (same && fresh) return settings
  const seen = {
    host: host?.slice(0, 255) ?? null,
    pathname: pathname?.slice(0, 2_000) ?? null,
    last_seen_at: new Date(),
  }
  await account.update('widget_settings').set(seen).where('id', '=', settings.id).execute()
  return { ...settings, ...seen }
}

import type { WidgetSettingsExpanded } from '@papercups/contract'
import { text } from './identity.js'
import { collect, FLAGS, isOn, TEXTS, type FrameOptions } from '../lib/params.js'

/** What the account has set, wherever the page said nothing. Only the two availability texts outrank the page. */
export function withSettings(page: FrameOptions, settings: Partial<WidgetSettingsExpanded>): FrameOptions {
  const all: Record<string, unknown> = { ...settings.account, ...settings, primary_color: settings.color }
  const set = (name: string) => all[name.replace(/[A-Z]/g, (letter) => '_' + letter.toLowerCase())]
  return {
    ...page,
    ...collect(TEXTS, (name) =>
      name.startsWith('agent') ? text(set(name)) || page[name] : page[name] || text(set(name)),
    ),
    ...collect(FLAGS, (name) => page[name] || isOn(set(name))),
    uploads: all.file_uploads_enabled !== false,
  }
}

const CHANGING = new Set<string>([...FLAGS, 'closeable', 'away'])

/** Props that the page changed after loading. The account and the inbox are not among them: that is another chat. */
export function readUpdate(update: Record<string, unknown>): Partial<FrameOptions> {
  const changes: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(update)) {
    if (CHANGING.has(name)) changes[name] = isOn(value)
    else if ((TEXTS as readonly string[]).includes(name)) changes[name] = text(value)
  }
  return changes
}

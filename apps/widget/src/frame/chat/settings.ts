import type { WidgetSettingsExpanded } from '@papercups/contract'
import { text } from './identity.js'
import { collect, FLAGS, isOn, TEXTS, type FrameOptions } from '../lib/params.js'

/** Fills options that the page has not set from the account. Only the two availability texts override the page. */
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

/** Options that the page may change after loading. Not account and inbox, which would be another chat. */
export function readUpdate(update: Record<string, unknown>): Partial<FrameOptions> {
  const changes: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(update)) {
    if (CHANGING.has(name)) changes[name] = isOn(value)
    else if ((TEXTS as readonly string[]).includes(name)) changes[name] = text(value)
  }
  return changes
}

/** What the account allows, as `GET /api/recording_settings` answers. */
export interface RecordingSettings {
  enabled: boolean
  mask_text: boolean
  only_pages: string[]
  except_pages: string[]
  respect_privacy_signals: boolean
}

interface PrivacySignals {
  globalPrivacyControl?: boolean
  doNotTrack?: string | null
}

/** Do Not Track or Global Privacy Control. */
export const asksForPrivacy = ({ globalPrivacyControl, doNotTrack }: PrivacySignals) =>
  globalPrivacyControl === true || doNotTrack === '1' || doNotTrack === 'yes'

/** Whether the page with this path is recorded. */
export function mayRecord(path: string, settings: RecordingSettings, blocklist: readonly string[]) {
  const isOneOf = (patterns: string[]) => patterns.some((pattern) => toExpression(pattern).test(path))
  return (
    !blocklist.some((part) => path.includes(part)) &&
    !isOneOf(settings.except_pages) &&
    (settings.only_pages.length === 0 || isOneOf(settings.only_pages))
  )
}

/** `*` means any characters. `/checkout` is also its trailing slash. */
function toExpression(pattern: string) {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}/?$`)
}

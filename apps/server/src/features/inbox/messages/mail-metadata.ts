type Metadata = Record<string, unknown> | null | undefined

/** `ses_html`, `gmail_subject` and so on: the dashboard shows them as an email, HTML included. */
const MAIL_KEY = /^(ses|gmail)_/i

/** Only a mail integration may store mail keys. From every other caller they are dropped. */
export function withoutMailKeys(metadata: Metadata) {
  return metadata && Object.fromEntries(Object.entries(metadata).filter(([key]) => !MAIL_KEY.test(key)))
}

/** Replaces metadata that an API caller may change. Stored mail keys stay. */
export function replaceMetadata(stored: Metadata, given: Metadata) {
  const mail = Object.entries(stored ?? {}).filter(([key]) => MAIL_KEY.test(key))
  if (mail.length === 0) return withoutMailKeys(given)
  return { ...withoutMailKeys(given), ...Object.fromEntries(mail) }
}

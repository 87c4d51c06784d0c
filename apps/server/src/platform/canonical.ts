/**
 * One spelling for every way to write the same email or id. Limits, locks and uniqueness compare these: otherwise each
 * spelling (case, NUL, invisible characters, Unicode forms, trailing dots) would count as another person.
 */
export function canonicalEmail(text: string): string {
  const visible = text
    .slice(0, LONGEST)
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[\s\p{C}]/gu, '')
  return copyOf(visible.toLowerCase().normalize('NFKC').replace(/\.+$/, ''))
}

/** A UUID in lower case with its dashes, however it was written. Other ids only lose case and invisible characters. */
export function canonicalId(text: string): string {
  const plain = canonicalEmail(text.slice(0, LONGEST))
  const [, ...parts] = UUID.exec(plain.replace(/[{}-]/g, '')) ?? []
  return parts.length > 0 ? parts.join('-') : copyOf(plain.slice(0, 64))
}

/** A part of a string keeps the whole string in memory. Limits keep ids for a while, and a caller may send long ones. */
const copyOf = (text: string) => Buffer.from(text).toString()

/** No email is longer, and a caller decides how long the text is. */
const LONGEST = 320
const UUID = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

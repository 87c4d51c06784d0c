import type { Language } from '@papercups/contract'
import { expect, test } from 'vitest'
import { printable, type Brand } from './brand.js'
import { TEXTS } from './language.js'
import {
  accountExistsEmail,
  alertEmail,
  invitationEmail,
  mentionEmail,
  passwordResetEmail,
  registrationEmail,
  verificationEmail,
  welcomeEmail,
  type Writer,
} from './emails.js'

const acme: Brand = { name: 'Acme', logo_url: 'https://acme.test/logo.png?a=1&b=2', color: '#ffee00', language: 'en' }
const url = 'https://support.acme.test/reset?token=abc'
const RESET_URL = 'https://support.acme.test/reset-password'
const carla: Writer = { name: 'Carla', email: 'carla@example.com', conversation_id: 'c0ffee' }
const asked = [{ name: 'Carla', text: 'Where is my parcel?' }]
const LANGUAGES = Object.keys(TEXTS) as Language[]

const allEmails = (brand: Brand) => [
  verificationEmail(brand, url),
  passwordResetEmail(brand, url),
  registrationEmail(brand, url),
  welcomeEmail(brand, url),
  accountExistsEmail(brand, { login: url, reset: RESET_URL }),
  invitationEmail(brand, 'Ada Morel', url),
  invitationEmail(brand, null, url),
  mentionEmail(brand, 'Ada Morel', asked, url),
  mentionEmail(brand, '', asked, url),
  alertEmail(brand, carla, asked, url),
  alertEmail(brand, { ...carla, name: null, email: null }, [...asked, { name: null, text: 'Hello?' }], url),
]

/** Every text with its path, as in `mention.heading`. */
function flat(texts: object, path = ''): Array<[path: string, text: string]> {
  return Object.entries(texts).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value ? flat(value, `${path}${name}.`) : [[`${path}${name}`, String(value)]],
  )
}
const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()

test.each(LANGUAGES)(
  'in %s every email has the same content in text and HTML, and shows the URL of its link',
  (language) => {
    const headings = new Set<string>()
    for (const { subject, text, html } of allEmails({ ...acme, language })) {
      headings.add(subject)
      expect(subject).not.toMatch(/[\r\n]/)
      expect(text).toContain(subject)
      expect(text).toContain(url)
      expect(html.match(new RegExp(`href="${url.replace(/[?.]/g, '\\$&')}"`, 'g'))).toHaveLength(2)
      expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
      expect(text).not.toMatch(/<[a-z]/)
      expect(text + html.replace(/<style[^]*?<\/style>/g, '')).not.toMatch(/\{\w+\}|undefined|null/)
    }
    expect(headings.size).toBe(11)
  },
)

test('the email about an account that exists has both links', () => {
  const { text, html } = accountExistsEmail(acme, { login: url, reset: RESET_URL })
  expect(text).toContain(`Forgot your password? Choose a new one:\n${RESET_URL}`)
  expect(html).toContain(`<a href="${RESET_URL}"`)
})

test.each(LANGUAGES)('%s has every text, translated, with the same placeholders', (language) => {
  const english = new Map(flat(TEXTS.en))
  const texts = flat(TEXTS[language])
  expect(texts.map(([path]) => path)).toEqual([...english.keys()])
  for (const [path, text] of texts) {
    expect(text.trim(), path).not.toBe('')
    expect(places(text), path).toEqual(places(english.get(path) ?? ''))
    if (language !== 'en') expect(text, path).not.toBe(english.get(path))
  }
})

test.each(LANGUAGES)('names appear in %s', (language) => {
  const brand = { ...acme, language }
  const invitation = invitationEmail(brand, 'Ada $& {company}', url)
  expect(invitation.subject).toContain('Ada $& {company}')
  expect(invitation.subject).toContain('Acme')
  expect(mentionEmail(brand, 'Ada Morel', asked, url).subject).toContain('Ada Morel')
  const alert = alertEmail(brand, carla, asked, url)
  expect(alert.subject).toContain('Carla (carla@example.com)')
  expect(alert.text).toContain('Carla: Where is my parcel?')
  expect(alertEmail(brand, { ...carla, name: null, email: null }, asked, url).subject).toContain('c0ffee')
})

test('a Latin name does not reorder an Arabic line', () => {
  expect(mentionEmail({ ...acme, language: 'ar' }, 'Ada', asked, url).subject).toContain('\u2068Ada\u2069')
})

test('names the writer as well as possible', () => {
  const subject = (who: Partial<Writer>) => alertEmail(acme, { ...carla, ...who }, asked, url).subject
  expect(subject({ name: null })).toBe('New message from carla@example.com')
  expect(subject({ email: null })).toBe('New message from Carla')
  expect(subject({ email: 'no address' })).toBe('New message from Carla')
  expect(subject({ name: 'Win at https://evil.example' })).toBe('New message from carla@example.com')
  expect(subject({ name: null, email: null })).toBe('New message from an anonymous visitor (c0ffee)')
  expect(alertEmail(acme, carla, [...asked, ...asked], url).subject).toBe('New messages from Carla (carla@example.com)')
})

test('an email uses the company’s colours with readable text', () => {
  const { html } = verificationEmail(acme, url)
  expect(html).toContain('src="https://acme.test/logo.png?a=1&amp;b=2"')
  expect(html).toContain('background:#ffee00;color:#000000')
  expect(verificationEmail({ ...acme, color: '#036' }, url).html).toContain('background:#036;color:#ffffff')
})

test('nothing that a user typed becomes markup or a header', () => {
  const name = '<b onclick="x">\'A\' & B</b>'
  const { html, subject } = invitationEmail({ ...acme, name }, '<i>\r\nBcc: x', url)
  expect(html).not.toMatch(/<b |<i>/)
  expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;&#39;A&#39; &amp; B')
  expect(subject).not.toMatch(/[\r\n]/)
  expect(mentionEmail(acme, 'Ada', [{ name: '<i>', text: '<img src=x>' }], url).html).not.toMatch(/<i>|<img src=x/)
})

test.each([
  ['Acme  GmbH & Co', 'Acme GmbH & Co'],
  ['Acme.io', 'Acme.io'],
  ['Win now at https://evil.example', undefined],
  ['www.evil.example', undefined],
  ['call me@evil.example', undefined],
  ['​', undefined],
  ['', undefined],
])('%j is printed as %j', (text, printed) => {
  expect(printable(text)).toBe(printed)
})

test('cuts a name to one line', () => {
  expect(printable('a'.repeat(300))).toHaveLength(60)
})

import { expect, test } from 'vitest'
import { printable } from './brand.js'
import { invitationLetter, mentionLetter, passwordResetLetter, verificationLetter } from './letters.js'

const acme = { name: 'Acme', logo_url: 'https://acme.test/logo.png?a=1&b=2', color: '#ffee00' }
const url = 'https://support.acme.test/reset?token=abc'

test('each letter says the same in text and in HTML, and names where its link leads', () => {
  const letters = [
    verificationLetter(acme, url),
    passwordResetLetter(acme, url),
    invitationLetter(acme, 'Ada Morel', url),
    mentionLetter(acme, 'Ada Morel', [{ name: 'Carla', text: 'Where is my parcel?' }], url),
  ]
  for (const { subject, text, html } of letters) {
    expect(subject).not.toMatch(/[\r\n]/)
    expect(text).toContain(url)
    expect(html.match(new RegExp(`href="${url.replace(/[?.]/g, '\\$&')}"`, 'g'))).toHaveLength(2)
    expect(text).not.toMatch(/<[a-z]/)
  }
})

test('a letter wears the company’s colours, with an ink that can be read on them', () => {
  const { html } = verificationLetter(acme, url)
  expect(html).toContain('src="https://acme.test/logo.png?a=1&amp;b=2"')
  expect(html).toContain('background:#ffee00;color:#000000')
  expect(verificationLetter({ ...acme, color: '#036' }, url).html).toContain('background:#036;color:#ffffff')
})

test('nothing that somebody typed becomes markup or a header', () => {
  const name = '<b onclick="x">\'A\' & B</b>'
  const { html, subject } = invitationLetter({ ...acme, name }, '<i>\r\nBcc: x', url)
  expect(html).not.toMatch(/<b |<i>/)
  expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;&#39;A&#39; &amp; B')
  expect(subject).not.toMatch(/[\r\n]/)
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

test('a name is cut to what fits a line', () => {
  expect(printable('a'.repeat(300))).toHaveLength(60)
})

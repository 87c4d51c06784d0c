import { expect, test } from 'vitest'
import { toCsv } from './csv.js'

test('writes quotes, commas and lines, and no formulas', () => {
  const rows = [
    ['User', 'Change'],
    ['=HYPERLINK("x")', '-12.50'],
    ['a,b', '@me'],
    ['two\r\nlines', '-1+2'],
  ]
  expect(toCsv(rows)).toBe('User,Change\r\n"\'=HYPERLINK(""x"")",-12.50\r\n"a,b",\'@me\r\n"two\r\nlines",\'-1+2\r\n')
})

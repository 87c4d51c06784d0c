import { expect, test } from 'vitest'
import { localPath } from './local-path.js'

const read = (wanted: string | null | undefined) => localPath(wanted, 'https://help.example')

test.each(['/', '/conversations/all/1?tab=a#end', '/settings/profile?code=x%2Fy'])('keeps %s', (path) =>
  expect(read(path)).toBe(path),
)

test.each([
  null,
  undefined,
  '',
  'conversations',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  'javascript:alert(1)',
  '/login?redirect=/login',
  '/register/confirm?token=x',
  '/reset-password',
  '/reset?token=x',
  `/${'x'.repeat(2_000)}`,
])('drops %j', (path) => expect(read(path)).toBeNull())

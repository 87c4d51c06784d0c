import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.js'

const go = (wanted: string | null) => safeRedirect(wanted, '/conversations', 'https://help.example')

test.each(['/', '/conversations/all/1?tab=a#end', '/settings/profile?code=x%2Fy'])('follows %s', (path) =>
  expect(go(path)).toBe(path),
)

test.each([
  null,
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
  '/register/abc',
  '/reset-password',
  '/reset?token=x',
])('does not follow %j', (path) => expect(go(path)).toBe('/conversations'))

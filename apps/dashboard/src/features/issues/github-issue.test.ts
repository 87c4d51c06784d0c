import { expect, test } from 'vitest'
import { readGithubIssue } from './github-issue.js'

test.each([
  ['https://github.com/acme/shop/issues/7', 'acme/shop/issues/7'],
  ['https://www.github.com/acme/shop/issues/7/', 'acme/shop/issues/7'],
  ['https://github.com/acme/shop/issues/7?x=1#issuecomment-2', 'acme/shop/issues/7'],
])('%s is shown as %s', (url, path) => {
  expect(readGithubIssue(url, 'github.com')?.path).toBe(path)
  expect(readGithubIssue(url, 'github.com')?.href).toMatch(/^https:\/\/github\.com\/acme\/shop\/issues\/7\/?$/)
})

test.each([
  null,
  '',
  'github.com/acme/shop/issues/7',
  'http://github.com/acme/shop/issues/7',
  'https://github.com/acme/shop/issues',
  'https://github.com/acme/shop/issues/new',
  'https://github.com/acme/shop/issues/7/edit',
  'https://github.com/acme/shop/pull/7',
  'https://github.com.evil.example/acme/shop/issues/7',
  'https://evil.example/github.com/acme/shop/issues/7',
  'https://github.com@evil.example/acme/shop/issues/7',
  'https://ada@github.com/acme/shop/issues/7',
  'https://github.com:8080/acme/shop/issues/7',
  'javascript:alert("https://github.com/acme/shop/issues/7")',
])('rejects %s', (url) => expect(readGithubIssue(url, 'github.com')).toBeNull())

test('a GitHub Enterprise Server has its own host', () => {
  const url = 'https://git.acme.test:8443/acme/shop/issues/7'
  expect(readGithubIssue(url, 'git.acme.test:8443')).toEqual({ href: url, path: 'acme/shop/issues/7' })
  expect(readGithubIssue(url, 'git.acme.test')).toBeNull()
  expect(readGithubIssue('https://github.com/acme/shop/issues/7', 'git.acme.test:8443')).toBeNull()
})

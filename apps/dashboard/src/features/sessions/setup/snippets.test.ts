import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { htmlSnippet, packageSnippet } from './snippets.js'

const config = { accountId: 'a1', baseUrl: 'https://chat.test' }

test('the HTML code, copied as it is, says nothing about who the visitor is', () => {
  const code = htmlSnippet('a1', 'https://chat.test')
  const script = /<script>([^]*?)<\/script>/.exec(code)?.[1] ?? ''
  const window: { Papercups?: unknown } = {}
  runInNewContext(script, { window })
  expect(window.Papercups).toEqual({ config })
  expect(code).toContain('https://chat.test/storytime.js')
})

test('the package code, copied as it is, says nothing about who the visitor is', () => {
  const calls: unknown[] = []
  const Storytime = {
    init(options: unknown) {
      calls.push(options)
      return { finish: () => calls.push('finish') }
    },
  }
  const [, script = ''] = packageSnippet('a1', 'https://chat.test').split("from '@papercups/recorder'")
  runInNewContext(script, { Storytime })
  expect(calls).toEqual([config, 'finish'])
})

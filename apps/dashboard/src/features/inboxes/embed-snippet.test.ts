import type { Inbox } from '@papercups/contract'
import { expect, test } from 'vitest'
import { embedSnippet } from './embed-snippet.js'

const inbox = (is_primary: boolean) => ({ id: 'sales', account_id: 'acme', is_primary }) as Inbox

test('a page names the account, the server, and the inbox where it is not the primary one', () => {
  const snippet = embedSnippet(inbox(false), 'https://help.acme.test')
  expect(snippet).toContain(`token: 'acme',`)
  expect(snippet).toContain(`inbox: 'sales',`)
  expect(snippet).toContain('src="https://help.acme.test/widget.js"')
  expect(embedSnippet(inbox(true), 'https://help.acme.test')).not.toContain('inbox:')
})

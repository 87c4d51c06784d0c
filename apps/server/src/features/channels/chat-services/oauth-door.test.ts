import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { story } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'
import { finishOAuth, startOAuth } from './oauth-door.js'

test('keeps the code verifier of PKCE sealed, and returns it once to the user who started', async () => {
  const { server, ada, ben } = await story()
  const { platform } = server
  const account = platform.account(ada.account_id)
  const given = { service: 'example', kind: 'reply', inbox_id: null, pkce: true }
  const { state, code_challenge } = await startOAuth(platform, account, ada.id, given)
  const { rows } = await databaseOf(platform).pool.query(
    'select code_verifier_encrypted as sealed from oauth_states where account_id = $1',
    [ada.account_id],
  )
  await expect(finishOAuth(platform, account, ben.id, 'example', state)).rejects.toThrow('OAuth access denied')

  const { code_verifier = '' } = await finishOAuth(platform, account, ada.id, 'example', state)
  // RFC 7636: 43 to 128 characters, and the challenge is the hash of them.
  expect(code_verifier).toMatch(/^[\w-]{43,128}$/)
  expect(code_challenge).toBe(createHash('sha256').update(code_verifier).digest('base64url'))
  expect(rows).toHaveLength(1)
  expect(rows[0].sealed).not.toContain(code_verifier)
  await expect(finishOAuth(platform, account, ada.id, 'example', state)).rejects.toThrow('OAuth access denied')

  const plain = await startOAuth(platform, account, ada.id, { ...given, pkce: false })
  expect(plain.code_challenge).toBeUndefined()
  expect((await finishOAuth(platform, account, ada.id, 'example', plain.state)).code_verifier).toBeUndefined()
})

import { createHash, randomBytes } from 'node:crypto'
import type { Account } from '../../../platform/account.js'
import { badRequest } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { decryptSecret, encryptSecret } from '../../../platform/secrets.js'
import { getInbox } from '../../account/inboxes/queries.js'

const LIVES_MS = 10 * 60_000

const sealing = (platform: Platform) => platform.key('oauth-states')
const hash = (text: string) => createHash('sha256').update(text).digest()

export interface OAuthStart {
  service: string
  kind: string
  inbox_id: string | null
  /** Whether the service checks a code verifier (RFC 7636). */
  pkce: boolean
}

/**
 * Begins a connection. The state is bound to the user, the account and the inbox, works once and for ten minutes. It starts
 * with the kind and the inbox, which tells the page where to go afterwards.
 */
export async function startOAuth(platform: Platform, account: Account, user_id: number, given: OAuthStart) {
  const { service, kind, inbox_id, pkce } = given
  if (inbox_id) await getInbox(account, inbox_id)
  const state = `${kind}:${inbox_id ?? ''}:${randomBytes(24).toString('base64url')}`
  const code_verifier = pkce ? randomBytes(32).toString('base64url') : undefined
  await account
    .insert('oauth_states', {
      state_hash: hash(state),
      user_id,
      inbox_id,
      service,
      kind,
      code_verifier_encrypted: code_verifier ? encryptSecret(sealing(platform), account.id, code_verifier) : null,
      expires_at: new Date(Date.now() + LIVES_MS),
    })
    .execute()
  return { state, code_challenge: code_verifier && hash(code_verifier).toString('base64url') }
}

/**
 * Ends what `startOAuth` began. A state of somebody else, a used one and an old one look the same. The answer is 400: after a
 * 401 clients renew their session and repeat the call.
 */
export async function finishOAuth(
  platform: Platform,
  account: Account,
  user_id: number,
  service: string,
  state: string,
) {
  const row = await account
    .delete('oauth_states')
    .where('state_hash', '=', hash(state))
    .where('user_id', '=', user_id)
    .where('service', '=', service)
    .where('expires_at', '>', new Date())
    .returning(['kind', 'inbox_id', 'code_verifier_encrypted'])
    .executeTakeFirst()
  if (!row)
    throw badRequest('OAuth access denied: the request was not started here, or it is too old. Please try again.')
  const { kind, inbox_id, code_verifier_encrypted: sealed } = row
  return { kind, inbox_id, code_verifier: sealed ? decryptSecret(sealing(platform), account.id, sealed) : undefined }
}

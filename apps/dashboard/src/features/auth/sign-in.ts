import { api } from '../../lib/api.js'
import { session } from '../../lib/session.js'

/** Signs in. Returns the token of the second step if the user has two-factor sign-in. */
export async function signIn(user: { email: string; password: string }): Promise<string | null> {
  const answer = await api.post('/session', { body: { user }, anonymous: true })
  if ('two_factor_required' in answer) return answer.two_factor_token
  session.signIn(answer)
  return null
}

export async function takeSecondStep(two_factor_token: string, code: string) {
  const body = { two_factor_token, code: code.trim() }
  session.signIn(await api.post('/session/two_factor', { body, anonymous: true }))
}

import type { Account } from '../../../platform/account.js'
import { forbidden } from '../../../platform/errors.js'
import { passwordMatches } from './passwords.js'

/** For actions that a stolen token alone must not allow. Not a 401: the user stays signed in. */
export async function confirmPassword(account: Account, user_id: number, password: string) {
  const user = await account.from('users').select('password_hash').where('id', '=', user_id).executeTakeFirst()
  if (!(await passwordMatches(password, user?.password_hash))) throw forbidden('Wrong password')
}

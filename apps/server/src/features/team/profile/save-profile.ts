import type { ProfileChanges } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { invalid } from '../../../platform/errors.js'
import { isWebUrl } from '../../account/accounts/web-url.js'
import { getUser } from '../users/queries.js'

/** Only one's own profile. Fields that are not given stay; null clears one. */
export async function saveProfile(account: Account, user_id: number, changes: ProfileChanges) {
  if (!isWebUrl(changes.profile_photo_url)) throw invalid({ profile_photo_url: ['is invalid'] })
  await account
    .insert('user_profiles', { ...changes, user_id })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'user_id']).doUpdateSet({ ...changes, updated_at: new Date() }),
    )
    .execute()
  return getUser(account, user_id)
}

import { sql } from 'kysely'
import type { Account } from '../../platform/account.js'

/** The phones of active users that have the app. Expo refuses a whole call for one token of another form. */
export function phonesOf(account: Account) {
  return account
    .from('user_settings')
    .innerJoin('users', (join) =>
      join.onRef('users.account_id', '=', 'user_settings.account_id').onRef('users.id', '=', 'user_settings.user_id'),
    )
    .select(['user_settings.user_id', sql<string>`user_settings.expo_push_token`.as('token')])
    .where('user_settings.expo_push_token', '~', String.raw`^Expo(nent)?PushToken\[[^\]]+\]$`)
    .where('users.disabled_at', 'is', null)
    .where('users.archived_at', 'is', null)
}

/** The app was removed from these phones. */
export async function forgetPhones(account: Account, tokens: string[]) {
  if (tokens.length === 0) return
  await account.update('user_settings').set({ expo_push_token: null }).where('expo_push_token', 'in', tokens).execute()
}

import type { TeamFace } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'

const MAX_FACES = 4

/** The users in the widget's welcome. A user without a display name is left out: their email must not stand in for it. */
export async function listTeamFaces(account: Account): Promise<TeamFace[]> {
  const faces = await account
    .from('users')
    .innerJoin('user_profiles as profile', (join) =>
      join.onRef('profile.account_id', '=', 'users.account_id').onRef('profile.user_id', '=', 'users.id'),
    )
    .select((eb) => [
      'profile.display_name',
      'profile.profile_photo_url',
      eb('profile.profile_photo_url', 'is', null).as('has_no_photo'),
    ])
    .where('users.disabled_at', 'is', null)
    .where('users.archived_at', 'is', null)
    .where('profile.display_name', '~', '\\S')
    .orderBy('has_no_photo')
    .orderBy('users.created_at')
    .orderBy('users.id')
    .limit(MAX_FACES)
    .execute()
  return faces.map(({ display_name, profile_photo_url }) => ({ display_name: display_name ?? '', profile_photo_url }))
}

import type { OnboardingStatus } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'

const statement = defineStatement<OnboardingStatus>(
  'onboarding.status',
  `select
     exists (select 1 from conversations where account_id = $1 and archived_at is null) as has_configured_inbox,
     exists (select 1 from user_profiles where account_id = $1 and user_id = $2
       and coalesce(nullif(full_name, ''), nullif(display_name, ''), nullif(profile_photo_url, '')) is not null
     ) as has_configured_profile,
     (select count(*) > 1 from users where account_id = $1 and disabled_at is null and archived_at is null)
       as has_invited_teammates,
     exists (select 1 from connected_services where account_id = $1) as has_integrations,
     exists (select 1 from accounts where id = $1 and subscription_plan <> 'starter') as has_upgraded_subscription`,
)

/** Each step is derived from stored data. The profile is the caller's own. */
export async function getOnboardingStatus(account: Account, user_id: number): Promise<OnboardingStatus> {
  const [status] = await account.run(statement, user_id)
  if (!status) throw new Error('a query without conditions has one row')
  return status
}

import { Type } from 'typebox'
import { randomBytes } from 'node:crypto'
import { NO_ACCOUNT } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import { defineJob } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { brandOf } from '../../mail/mails/brand.js'
import { passwordResetEmail } from '../../mail/mails/emails.js'
import { sendWithinLimits } from '../../mail/mails/send-email.js'
import { hashToken } from '../sessions/tokens.js'
import { findActiveUser, findActiveUserById } from './unscoped.js'

const NOBODY = 0

/**
 * Known and unknown emails cost the same work, a job each, so neither answer nor timing tells them apart. The job
 * carries a user's id and never an email: the queue may keep a failed job for long.
 */
export async function requestReset(platform: Platform, email: string) {
  const canonical = canonicalEmail(email)
  if (!canonical) return
  const user = await findActiveUser(platform, canonical)
  await platform.account(NO_ACCOUNT).enqueue(mailReset, { user_id: user?.id ?? NOBODY })
}

export const mailReset = defineJob({
  name: 'password-reset.mail-link',
  input: Type.Object({ user_id: Type.Integer() }),
  // One at a time per user, so that the limit counts every email.
  key: ({ user_id }) => String(user_id),
  async run(_nobody, { user_id }, platform) {
    const user = await findActiveUserById(platform, user_id)
    if (!user) return
    const account = platform.account(user.account_id)
    await sendWithinLimits(account, platform, 'password-reset', user.email, async () => {
      const token = randomBytes(32).toString('base64url')
      const issued = { password_reset_token_hash: hashToken(token), password_reset_sent_at: new Date() }
      await account.update('users').set(issued).where('id', '=', user.id).execute()
      const url = `${platform.config.base_url}/reset?token=${token}`
      return passwordResetEmail(await brandOf(platform, account), url)
    })
  },
})

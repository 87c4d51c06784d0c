import { Type } from 'typebox'
import { randomBytes } from 'node:crypto'
import { defineJob } from '../../platform/feature.js'
import type { Platform } from '../../platform/platform.js'
import { brandOf } from '../mails/brand.js'
import { passwordResetLetter } from '../mails/letters.js'
import { mayMail } from '../mails/limits.js'
import { sendLetter } from '../mails/send-letter.js'
import { hashToken } from '../sessions/tokens.js'
import { findActiveUser } from './unscoped.js'

const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000'

/**
 * Whether anybody has that address is found out later, in a job: until then a known and an unknown one are the same work,
 * so neither the answer nor the time it takes tells them apart.
 */
export async function requestReset(platform: Platform, email: string) {
  const address = email.trim().toLowerCase()
  if (address) await platform.account(NO_ACCOUNT).enqueue(mailReset, { email: address })
}

export const mailReset = defineJob({
  name: 'password-reset.mail-link',
  input: Type.Object({ email: Type.String() }),
  // One after the other, so that the limit counts every mail.
  key: ({ email }) => email,
  async run(_nobody, { email }, platform) {
    const user = await findActiveUser(platform, email)
    if (!user || !(await mayMail(platform, 'password-reset', email, user.account_id))) return
    const account = platform.account(user.account_id)
    const token = randomBytes(32).toString('base64url')
    const issued = { password_reset_token_hash: hashToken(token), password_reset_sent_at: new Date() }
    await account.update('users').set(issued).where('id', '=', user.id).execute()
    const url = `${platform.config.base_url}/reset?token=${token}`
    await sendLetter(account, platform, {
      to: user.email,
      ...passwordResetLetter(await brandOf(platform, account), url),
    })
  },
})

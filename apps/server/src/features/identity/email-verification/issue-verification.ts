import { Type } from 'typebox'
import { randomBytes } from 'node:crypto'
import type { Account } from '../../../platform/account.js'
import { defineJob } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { encryptSecret, tryDecryptSecret } from '../../../platform/secrets.js'
import { brandOf } from '../../mail/mails/brand.js'
import { verificationEmail } from '../../mail/mails/emails.js'
import { sendEmail } from '../../mail/mails/send-email.js'
import { hashToken } from '../sessions/tokens.js'

export const VERIFICATION_MS = 3 * 24 * 3_600_000

/**
 * A link that proves that the user reads their email. Only its hash is stored, and the job carries it encrypted. Call
 * `mayMail` first.
 */
export async function issueVerification(platform: Platform, account: Account, user: { id: number; email: string }) {
  const token = randomBytes(32).toString('base64url')
  const issued = { email_confirmation_token_hash: hashToken(token), email_confirmation_sent_at: new Date() }
  await account.transaction(async (account) => {
    await account.update('users').set(issued).where('id', '=', user.id).execute()
    const sealed = encryptSecret(platform.key('verification-link'), account.id, token)
    await account.enqueue(mailVerification, { user_id: user.id, sealed })
  })
}

export const mailVerification = defineJob({
  name: 'email-verification.mail-link',
  input: Type.Object({ user_id: Type.Integer(), sealed: Type.String() }),
  async run(account, { user_id, sealed }, platform) {
    const user = await account
      .from('users')
      .select(['email', 'email_confirmed_at', 'disabled_at', 'archived_at'])
      .where('id', '=', user_id)
      .executeTakeFirst()
    if (!user || user.email_confirmed_at || user.disabled_at || user.archived_at) return
    const token = tryDecryptSecret(platform.key('verification-link'), account.id, sealed)
    if (token === undefined) return // encrypted with a lost secret key; the user can ask for another link
    const url = `${platform.config.base_url}/verify?token=${token}`
    await sendEmail(account, platform, {
      to: user.email,
      ...verificationEmail(await brandOf(platform, account), url),
    })
  },
})

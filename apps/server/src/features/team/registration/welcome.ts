import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { defineJob } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { findAccount } from '../../account/accounts/unscoped.js'
import { PRODUCT_BRAND } from '../../mail/mails/brand.js'
import { welcomeEmail } from '../../mail/mails/emails.js'
import { sendWithinLimits } from '../../mail/mails/send-email.js'

/** In the transaction of the registration. People have looked around by then. */
export async function welcomeLater({ config }: Platform, account: Account, user_id: number) {
  if (config.welcome_mails_enabled) await account.enqueue(mailWelcome, { user_id }, { after: '35 minutes' })
}

export const mailWelcome = defineJob({
  name: 'registration.mail-welcome',
  input: Type.Object({ user_id: Type.Integer() }),
  async run(account, { user_id }, platform) {
    const users = account.from('users').select('email').where('id', '=', user_id)
    const active = users.where('disabled_at', 'is', null).where('archived_at', 'is', null)
    const user = await active.executeTakeFirst()
    if (!user) return
    const language = (await findAccount(platform, account.id))?.language ?? 'en'
    const url = `${platform.config.base_url}/getting-started`
    const content = welcomeEmail({ ...PRODUCT_BRAND, language }, url)
    await sendWithinLimits(account, platform, 'registration', user.email, async () => content)
  },
})

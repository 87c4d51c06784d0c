import { Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import { defineJob } from '../../../platform/feature.js'
import { brandOf } from '../../mail/mails/brand.js'
import { webhookPausedEmail } from '../../mail/mails/emails.js'
import { sendWithinLimits } from '../../mail/mails/send-email.js'

/** Tells the admins that a receiver failed for a day. */
export const mailPaused = defineJob({
  name: 'webhooks.mail-paused',
  input: Type.Object({ subscription_id: Uuid }),
  async run(account, { subscription_id }, platform) {
    const subscriptions = account.from('event_subscriptions').select(['webhook_url', 'paused_at'])
    const subscription = await subscriptions.where('id', '=', subscription_id).executeTakeFirst()
    if (!subscription?.paused_at) return // resumed or removed while the job waited
    const admins = await account
      .from('users')
      .select('email')
      .where('role', '=', 'admin')
      .where('disabled_at', 'is', null)
      .where('archived_at', 'is', null)
      .execute()
    const { host } = new URL(subscription.webhook_url)
    const url = `${platform.config.base_url}/developers/event-subscriptions`
    const content = webhookPausedEmail(await brandOf(platform, account), host, url)
    for (const { email } of admins) {
      await sendWithinLimits(account, platform, 'webhook-paused', email, async () => content)
    }
  },
})

import { Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import { defineJob } from '../../../platform/feature.js'
import { brandOf } from '../../mail/mails/brand.js'
import { webhookPausedEmail } from '../../mail/mails/emails.js'
import { mailAdmins } from '../../mail/mails/send-email.js'

/** Tells the admins that a receiver failed for a day. */
export const mailPaused = defineJob({
  name: 'webhooks.mail-paused',
  input: Type.Object({ subscription_id: Uuid }),
  async run(account, { subscription_id }, platform) {
    const subscriptions = account.from('event_subscriptions').select(['webhook_url', 'paused_at'])
    const subscription = await subscriptions.where('id', '=', subscription_id).executeTakeFirst()
    if (!subscription?.paused_at) return // resumed or removed while the job waited
    const { host } = new URL(subscription.webhook_url)
    const url = `${platform.config.base_url}/developers/event-subscriptions`
    const content = webhookPausedEmail(await brandOf(platform, account), host, url)
    await mailAdmins(account, platform, 'webhook-paused', content)
  },
})

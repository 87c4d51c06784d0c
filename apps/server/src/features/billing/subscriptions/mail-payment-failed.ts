import { Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import { defineJob } from '../../../platform/feature.js'
import { brandOf } from '../../mail/mails/brand.js'
import { paymentFailedEmail } from '../../mail/mails/emails.js'
import { mailAdmins } from '../../mail/mails/send-email.js'
import { findBilling, graceEndOf } from './queries.js'

export const mailPaymentFailed = defineJob({
  name: 'billing.mail-payment-failed',
  input: Type.Object({ account_id: Uuid }),
  async run(account, _input, platform) {
    const since = (await findBilling(account))?.payment_failed_at
    if (!since) return // paid while the job waited
    const brand = await brandOf(platform, account)
    const url = `${platform.config.base_url}/settings/billing`
    await mailAdmins(account, platform, 'payment-failed', paymentFailedEmail(brand, graceEndOf(platform, since), url))
  },
})

import { Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import { defineJob } from '../../../../platform/feature.js'
import { brandOf } from '../../../mail/mails/brand.js'
import { mailboxFailingEmail } from '../../../mail/mails/emails.js'
import { mailAdmins } from '../../../mail/mails/send-email.js'

/** Tells the admins that a connected mailbox stopped working. */
export const mailFailing = defineJob({
  name: 'email.mail-failing-mailbox',
  input: Type.Object({ mailbox_id: Uuid }),
  async run(account, { mailbox_id }, platform) {
    const mailboxes = account.from('connected_mailboxes').selectAll().where('id', '=', mailbox_id)
    const mailbox = await mailboxes.executeTakeFirst()
    if (!mailbox?.failure && !mailbox?.smtp_failure) return // it works again, or it was disconnected
    const url = `${platform.config.base_url}/inboxes/${mailbox.inbox_id}/email-forwarding`
    const content = mailboxFailingEmail(await brandOf(platform, account), mailbox.email, url)
    await mailAdmins(account, platform, 'mailbox-failing', content)
  },
})

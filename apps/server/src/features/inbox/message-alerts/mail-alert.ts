import { UserId, Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import { defineJob } from '../../../platform/feature.js'
import { brandOf } from '../../mail/mails/brand.js'
import { alertEmail } from '../../mail/mails/emails.js'
import { quoteMessage } from '../../mail/mails/quote-message.js'
import { sendWithinLimits } from '../../mail/mails/send-email.js'
import { messagesWithAuthors, toMessages } from '../messages/queries.js'
import { usersWithAlerts } from './queries.js'

/** The email quotes the newest messages. More are read in the dashboard. */
const MESSAGES = 10

export const mailAlert = defineJob({
  name: 'message-alerts.mail',
  input: Type.Object({ conversation_id: Uuid, user_id: UserId, after: Type.Integer(), until: Type.Integer() }),
  async run(account, { conversation_id, user_id, after, until }, platform) {
    // The user may have left or turned alerts off while the job waited.
    const wanting = usersWithAlerts(account, after === 0).where('user_settings.user_id', '=', user_id)
    const user = await wanting.executeTakeFirst()
    if (!user) return
    const rows = await messagesWithAuthors(account)
      .where('messages.conversation_id', '=', conversation_id)
      .where('messages.seq', '>', after)
      .where('messages.seq', '<=', until)
      .where('messages.customer_id', 'is not', null)
      .where('messages.private', '=', false)
      .orderBy('messages.seq', 'desc')
      .limit(MESSAGES)
      .execute()
    const messages = (await toMessages(account, rows)).toReversed()
    const writer = messages.at(-1)?.customer
    if (!writer) return
    const { name, email } = writer
    const url = `${platform.config.base_url}/conversations/all/${conversation_id}`
    const brand = await brandOf(platform, account)
    const content = alertEmail(brand, { name, email, conversation_id }, messages.map(quoteMessage), url)
    await sendWithinLimits(account, platform, 'alert', user.email, async () => content)
  },
})

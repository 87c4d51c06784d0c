import { UserId, Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { defineJob, type LoggedEvent } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { brandOf, printable } from '../../mail/mails/brand.js'
import { mentionEmail } from '../../mail/mails/emails.js'
import { nameOf, quoteMessage } from '../../mail/mails/quote-message.js'
import { sendWithinLimits } from '../../mail/mails/send-email.js'
import { listMessages } from '../messages/queries.js'
import { getUserSettings } from '../../team/user-settings/user-settings.js'
import { findUser } from '../../team/users/queries.js'

/** How many messages the email quotes. */
const MESSAGES = 5

export async function mailMentionsLater(account: Account, { payload }: LoggedEvent) {
  const { message_id, user_ids } = payload
  if (!Array.isArray(user_ids)) return
  for (const user_id of user_ids) {
    await account.enqueue(mailMention, { message_id: String(message_id), user_id: Number(user_id) })
  }
}

export const mailMention = defineJob({
  name: 'mentions.mail',
  input: Type.Object({ message_id: Uuid, user_id: UserId }),
  async run(account, { message_id, user_id }, platform) {
    if (!platform.config.mention_mails_enabled) return
    const mention = await findUnseenMention(account, message_id, user_id)
    if (!mention || (await hasOpen(platform, mention.conversation_id, user_id))) return
    const user = await findUser(account, user_id)
    if (!user || user.disabled_at || user.archived_at) return
    if (!(await getUserSettings(account, user_id)).email_alert_on_mention) return

    const messages = await listMessages(account, mention.conversation_id, { before: mention.seq + 1, limit: MESSAGES })
    const sender = messages.find(({ id }) => id === message_id)?.user
    if (!sender || sender.id === user_id) return
    const url = `${platform.config.base_url}/conversations/mentions/${mention.conversation_id}`
    const name = nameOf(sender)
    const content = mentionEmail(await brandOf(platform, account), name, messages.map(quoteMessage), url)
    const from = { reply_to: sender.email, from_name: printable(name) }
    await sendWithinLimits(account, platform, 'mention', user.email, async () => ({ ...from, ...content }))
  },
})

/** Undefined if the user read it in the dashboard while the job waited. */
function findUnseenMention(account: Account, message_id: string, user_id: number) {
  return account
    .from('mentions')
    .innerJoin('messages', (join) =>
      join.onRef('messages.account_id', '=', 'mentions.account_id').onRef('messages.id', '=', 'mentions.message_id'),
    )
    .select(['mentions.conversation_id', 'messages.seq'])
    .where('mentions.message_id', '=', message_id)
    .where('mentions.user_id', '=', user_id)
    .where('mentions.seen_at', 'is', null)
    .executeTakeFirst()
}

/** A user who has the conversation open needs no email. */
async function hasOpen({ realtime }: Platform, conversation_id: string, user_id: number) {
  return `user:${user_id}` in (await realtime.presence(`viewing:${conversation_id}`))
}

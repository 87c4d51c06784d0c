import { Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { parseActor } from '../../../platform/actor.js'
import { defineJob, type LoggedEvent } from '../../../platform/feature.js'
import { findConversation } from '../../inbox/conversations/queries.js'
import { brandOf } from '../../mail/mails/brand.js'
import { unseenMessagesSubject } from '../../mail/mails/emails.js'
import { announceEmails } from './conversation-emails.js'
import { isQueued, queueMail } from './outgoing-mails.js'
import { findRecipients } from './recipients.js'
import { sendQueued } from './send-queued.js'

export async function mailRepliesLater(account: Account, events: LoggedEvent[]) {
  for (const event of events) await mailReplyLater(account, event)
}

async function mailReplyLater(account: Account, { payload, actor }: LoggedEvent) {
  if (parseActor(actor).user_id === undefined) return
  const conversation_id = String(payload.conversation_id)
  const conversation = await findConversation(account, conversation_id)
  if (conversation?.source !== 'email') return
  await account.enqueue(mailReply, { message_id: String(payload.message_id), conversation_id })
}

/** Mails an agent's answer in a conversation by mail. */
export const mailReply = defineJob({
  name: 'email.mail-reply',
  input: Type.Object({ message_id: Uuid, conversation_id: Uuid }),
  key: ({ conversation_id }) => conversation_id,
  async run(account, { message_id, conversation_id }, platform) {
    if (!(await isQueued(account, conversation_id, message_id))) {
      const recipients = await findRecipients(account, platform, conversation_id, message_id)
      if (!recipients) return
      const given = (await findConversation(account, conversation_id))?.subject
      const first = given || unseenMessagesSubject(await brandOf(platform, account))
      const subject = (await hasMails(account, conversation_id)) ? asReply(first) : first
      await queueMail(account, platform, {
        conversation_id,
        kind: 'reply',
        message_ids: [message_id],
        recipients,
        subject,
      })
      await announceEmails(account, [message_id])
    }
    await sendQueued(account, platform, conversation_id)
  },
})

/** Whether there is a mail that this one answers or follows. */
async function hasMails(account: Account, conversation_id: string) {
  const exists = async (table: 'incoming_mails' | 'outgoing_mails') =>
    (await account.from(table).select('id').where('conversation_id', '=', conversation_id).executeTakeFirst()) !==
    undefined
  return (await exists('incoming_mails')) || (await exists('outgoing_mails'))
}

export const asReply = (subject: string) => (/^(?:re|aw|sv|antw)\s*:/i.test(subject) ? subject : `Re: ${subject}`)

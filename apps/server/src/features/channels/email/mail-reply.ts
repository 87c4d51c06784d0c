import { Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { parseActor } from '../../../platform/actor.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import { defineJob, type LoggedEvent } from '../../../platform/feature.js'
import { isMailAddress } from '../../../platform/mail/compose.js'
import { findConversation } from '../../inbox/conversations/queries.js'
import { brandOf } from '../../mail/mails/brand.js'
import { unseenMessagesSubject } from '../../mail/mails/emails.js'
import { getCustomer } from '../../people/customers/queries.js'
import { isQueued, queueMail } from './outgoing-mails.js'
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

/** Mails an agent's answer in a conversation by mail to the person who wrote last. */
export const mailReply = defineJob({
  name: 'email.mail-reply',
  input: Type.Object({ message_id: Uuid, conversation_id: Uuid }),
  key: ({ conversation_id }) => conversation_id,
  async run(account, { message_id, conversation_id }, platform) {
    if (!(await isQueued(account, conversation_id, message_id))) {
      const to = await findRecipient(account, conversation_id, message_id)
      if (!to) return
      const given = (await findConversation(account, conversation_id))?.subject
      const first = given || unseenMessagesSubject(await brandOf(platform, account))
      const subject = (await hasMails(account, conversation_id)) ? asReply(first) : first
      await queueMail(account, platform, { conversation_id, kind: 'reply', message_ids: [message_id], to, subject })
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

const asReply = (subject: string) => (/^(?:re|aw|sv|antw)\s*:/i.test(subject) ? subject : `Re: ${subject}`)

async function findRecipient(account: Account, conversation_id: string, message_id: string) {
  const message = account.from('messages').select(['private', 'user_id']).where('id', '=', message_id)
  const { private: is_private = true, user_id = null } = (await message.executeTakeFirst()) ?? {}
  if (is_private || user_id === null) return undefined
  const to = await lastWriter(account, conversation_id)
  if (!to || !isMailAddress(to)) return undefined
  // An agent who answered by mail may have sent the customer a copy already.
  const own = account.from('incoming_mails').select('people').where('message_id', '=', message_id)
  const people = ((await own.executeTakeFirst())?.people ?? []) as string[]
  return people.includes(canonicalEmail(to)) ? undefined : to
}

/** The sender of the newest mail from outside the team, or the customer. */
async function lastWriter(account: Account, conversation_id: string) {
  const mails = account
    .from('incoming_mails')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.account_id', '=', 'incoming_mails.account_id')
        .onRef('messages.id', '=', 'incoming_mails.message_id'),
    )
    .select(['incoming_mails.reply_to_email', 'incoming_mails.from_email'])
    .where('incoming_mails.conversation_id', '=', conversation_id)
    .where('messages.customer_id', 'is not', null)
    .orderBy('messages.seq', 'desc')
    .limit(1)
  const last = await mails.executeTakeFirst()
  if (last) return last.reply_to_email ?? last.from_email
  const conversation = await findConversation(account, conversation_id)
  return conversation && (await getCustomer(account, conversation.customer_id)).email
}

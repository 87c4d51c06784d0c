import { Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { defineJob, type LoggedEvent } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { defineStatement } from '../../../platform/statement.js'
import { announceEmails } from './conversation-emails.js'
import { messagesOfUsers } from './messages-of-users.js'
import { queueMail } from './outgoing-mails.js'
import { findRecipients } from './recipients.js'
import { chosenSubjectOf, replySubjectOf } from './reply-subject.js'
import { sendQueued } from './send-queued.js'

export async function mailRepliesLater(account: Account, events: LoggedEvent[]) {
  const ids = messagesOfUsers(events)
  if (ids.length === 0) return
  for (const { id, conversation_id } of await account.run(findMailed, ids))
    await account.enqueue(mailReply, { message_id: id, conversation_id })
}

/** Of these messages, those in conversations by mail. In their order. */
const findMailed = defineStatement<{ id: string; conversation_id: string }>(
  'email.find-mailed',
  `select m.id, m.conversation_id from messages m
   join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
   where m.account_id = $1 and m.id = any($2::uuid[]) and c.source = 'email' order by m.seq`,
)

/** Mails an agent's answer in a conversation by mail. */
export const mailReply = defineJob({
  name: 'email.mail-reply',
  input: Type.Object({ message_id: Uuid, conversation_id: Uuid }),
  key: ({ conversation_id }) => conversation_id,
  async run(account, { message_id, conversation_id }, platform) {
    for (const { id } of await account.run(findWaiting, conversation_id, message_id))
      await queueReply(account, platform, conversation_id, id)
    await sendQueued(account, platform, conversation_id)
  },
})

/**
 * The answers after the newest one with a mail, up to this one, in their order. There are several when the server was killed:
 * the job of a newer answer may run before the interrupted one runs again.
 */
const findWaiting = defineStatement<{ id: string }>(
  'email.find-waiting',
  `select m.id from messages m
   where m.account_id = $1 and m.conversation_id = $2 and not m.private and m.user_id is not null
     and m.seq <= (select seq from messages where account_id = $1 and id = $3)
     and m.seq > coalesce((select max(s.seq) from outgoing_mails o
       join messages s on s.account_id = o.account_id and s.id = (o.message_ids ->> 0)::uuid
       where o.account_id = $1 and o.conversation_id = $2), 0)
   order by m.seq`,
)

async function queueReply(account: Account, platform: Platform, conversation_id: string, message_id: string) {
  const recipients = await findRecipients(account, platform, conversation_id, message_id)
  if (!recipients) return
  const chosen = await chosenSubjectOf(account, message_id)
  const subject = chosen ?? (await replySubjectOf(account, platform, conversation_id))
  const message_ids = [message_id]
  await queueMail(account, platform, { conversation_id, kind: 'reply', message_ids, recipients, subject })
  await announceEmails(account, message_ids)
}

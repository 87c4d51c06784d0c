import { Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { defineJob, type LoggedEvent } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { defineStatement } from '../../../platform/statement.js'
import { announceEmails } from './conversation-emails.js'
import { messagesOfUsers } from './messages-of-users.js'
import { queueMail, type NewOutgoingMail } from './outgoing-mails.js'
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
    for (const waiting of await account.run(findWaiting, conversation_id, message_id))
      await decideReply(account, platform, conversation_id, waiting)
    await sendQueued(account, platform, conversation_id)
  },
})

interface Waiting {
  id: string
  seq: number
}

/**
 * The answers up to this one about which nothing was decided, in their order. There are several when the server was killed:
 * the job of a newer answer may run before the interrupted one runs again.
 * Mails about an issue, and those of older versions, have no decision: there the newest mail counts.
 */
const findWaiting = defineStatement<Waiting>(
  'email.find-waiting',
  `select m.id, m.seq from messages m
   where m.account_id = $1 and m.conversation_id = $2 and not m.private and m.user_id is not null
     and m.seq <= (select seq from messages where account_id = $1 and id = $3)
     and m.seq > coalesce((select d.seq from decided_replies d where d.account_id = $1 and d.conversation_id = $2), 0)
     and m.seq > coalesce((select max(s.seq) from outgoing_mails o
       join messages s on s.account_id = o.account_id and s.id = (o.message_ids ->> 0)::uuid
       where o.account_id = $1 and o.conversation_id = $2), 0)
   order by m.seq`,
)

/** Queues the mail of an answer, or remembers that it gets none. */
async function decideReply(account: Account, platform: Platform, conversation_id: string, { id, seq }: Waiting) {
  const mail = await mailOf(account, platform, conversation_id, id)
  await account.transaction(async (account) => {
    const is_new = (await account.run(noteDecided, conversation_id, seq)).length > 0
    if (!is_new || !mail) return
    await queueMail(account, platform, mail)
    await announceEmails(account, [id])
  })
}

async function mailOf(
  account: Account,
  platform: Platform,
  conversation_id: string,
  message_id: string,
): Promise<NewOutgoingMail | undefined> {
  const recipients = await findRecipients(account, platform, conversation_id, message_id)
  if (!recipients) return undefined
  const chosen = await chosenSubjectOf(account, message_id)
  const subject = chosen ?? (await replySubjectOf(account, platform, conversation_id))
  return { conversation_id, kind: 'reply', message_ids: [message_id], recipients, subject }
}

/** Returns nothing if another process has decided already. */
const noteDecided = defineStatement<{ seq: number }>(
  'email.note-decided',
  `insert into decided_replies (account_id, conversation_id, seq)
   select c.account_id, c.id, $3::bigint from conversations c where c.account_id = $1 and c.id = $2
   on conflict (account_id, conversation_id) do update set seq = excluded.seq where decided_replies.seq < excluded.seq
   returning seq`,
)

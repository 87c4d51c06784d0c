import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { defineStatement } from '../../../platform/statement.js'
import { findConversation } from '../../inbox/conversations/queries.js'
import { brandOf } from '../../mail/mails/brand.js'
import { unseenMessagesSubject } from '../../mail/mails/emails.js'

/** The subject of the next mail: a reply to the newest one, or the conversation's own for the first mail. */
export async function replySubjectOf(account: Account, platform: Platform, conversation_id: string) {
  const [newest] = await account.run(newestSubject, conversation_id)
  const last = newest && oneLine(newest.subject)
  const own = last || (await findConversation(account, conversation_id))?.subject
  const subject = own || unseenMessagesSubject(await brandOf(platform, account))
  return newest ? asReply(subject) : subject
}

/** The subject that the agent chose for this message. A mail that came in has the subject of its sender. */
export async function chosenSubjectOf(account: Account, message_id: string) {
  const message = account.from('messages').select('subject').where('id', '=', message_id)
  return (await message.where('source', '!=', 'email').executeTakeFirst())?.subject ?? undefined
}

const newestSubject = defineStatement<{ subject: string }>(
  'email.newest-subject',
  `select subject from (
    select subject, created_at as at from outgoing_mails
    where account_id = $1 and conversation_id = $2 and kind <> 'notice'
    union all
    select subject, created_at from incoming_mails
    where account_id = $1 and conversation_id = $2 and message_id is not null
  ) as mails order by at desc limit 1`,
)

/** Headers take neither line breaks nor long texts. */
const oneLine = (subject: string) =>
  subject
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 240)

const asReply = (subject: string) => (/^(?:re|aw|sv|antw)\s*:/i.test(subject) ? subject : `Re: ${subject}`)

import { Uuid, type Message } from '@papercups/contract'
import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { defineJob, type LoggedEvent } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { defineStatement } from '../../../platform/statement.js'
import { toSettings } from '../../account/accounts/present.js'
import { findAccount } from '../../account/accounts/unscoped.js'
import { findConversation } from '../../inbox/conversations/queries.js'
import { messagesWithAuthors } from '../../inbox/messages/queries.js'
import { isEmail } from '../../mail/mails/address.js'
import { brandOf } from '../../mail/mails/brand.js'
import { unseenMessagesSubject } from '../../mail/mails/emails.js'
import { mayMail } from '../../mail/mails/limits.js'
import { getCustomer } from '../../people/customers/queries.js'
import { messagesOfUsers } from './messages-of-users.js'
import { isQueued, queueMail } from './outgoing-mails.js'
import { sendQueued } from './send-queued.js'
import { isSuppressed } from './suppressed-emails.js'
import { findOverdueAnswers } from './unscoped.js'

/** Each new answer starts the wait again. */
const WAIT_MS = 20 * 60_000

export async function waitForCustomers(account: Account, events: LoggedEvent[]) {
  const ids = messagesOfUsers(events)
  if (ids.length > 0) await account.run(startWaiting, ids, new Date(Date.now() + WAIT_MS))
}

/** The lock leaves out a conversation that is being erased: its row could not be stored any more. */
const startWaiting = defineStatement(
  'email.start-waiting',
  `insert into unseen_answers (account_id, conversation_id, mail_at)
   select c.account_id, c.id, $3::timestamptz from conversations c
   where c.account_id = $1 and c.id in (select m.conversation_id from messages m
     where m.account_id = $1 and m.id = any($2::uuid[]) and not m.private)
   order by c.id for key share
   on conflict (account_id, conversation_id) do update set mail_at = excluded.mail_at`,
)

/** Runs every minute. */
export async function mailOverdueAnswers(platform: Platform) {
  for (const { account_id, conversation_id } of await findOverdueAnswers(platform)) {
    await platform.account(account_id).transaction(async (account) => {
      const waiting = account.delete('unseen_answers').where('conversation_id', '=', conversation_id)
      const { numDeletedRows } = await waiting.where('mail_at', '<=', new Date()).executeTakeFirst()
      if (numDeletedRows > 0n) await account.enqueue(mailUnseen, { conversation_id })
    })
  }
}

/** Mails an agent's chat messages that the customer has not seen, all in one mail. */
export const mailUnseen = defineJob({
  name: 'email.mail-unseen',
  input: Type.Object({ conversation_id: Uuid, only_queued: Type.Optional(Type.Boolean()) }),
  key: ({ conversation_id }) => conversation_id,
  async run(account, { conversation_id, only_queued }, platform) {
    if (!only_queued) await queueNotice(account, platform, conversation_id)
    await sendQueued(account, platform, conversation_id)
  },
})

async function queueNotice(account: Account, platform: Platform, conversation_id: string) {
  const unseen = await findUnseen(account, conversation_id)
  const newest = unseen.at(-1)
  if (!newest || (await isQueued(account, conversation_id, newest))) return
  const to = await findRecipient(account, platform, conversation_id)
  if (!to || !(await mayMail(platform, 'reply', to, account.id))) return
  await queueMail(account, platform, {
    conversation_id,
    kind: 'notice',
    message_ids: unseen,
    recipients: { to: [to], cc: [], bcc: [] },
    subject: unseenMessagesSubject(await brandOf(platform, account)),
  })
}

/** The unseen messages of agents, oldest first. None if the newest public message is another one. */
async function findUnseen(account: Account, conversation_id: string) {
  const messages = messagesWithAuthors(account)
    .where('messages.conversation_id', '=', conversation_id)
    .where('messages.private', '=', false)
    .orderBy('messages.seq', 'desc')
    .limit(20)
  const [newest, ...older] = await messages.execute()
  if (!newest || !isUnseen(newest)) return []
  return [newest, ...older]
    .filter(isUnseen)
    .map(({ id }) => id)
    .toReversed()
}

const isUnseen = ({ user_id, customer_id, seen_at }: Pick<Message, 'user_id' | 'customer_id'> & { seen_at: unknown }) =>
  user_id !== null && customer_id === null && seen_at === null

/** Undefined where nobody may be mailed. */
async function findRecipient(account: Account, platform: Platform, conversation_id: string) {
  if (!platform.config.reply_mails_enabled) return undefined
  const company = await findAccount(platform, account.id)
  if (!company || toSettings(company.settings)?.disable_automated_reply_emails) return undefined
  const conversation = await findConversation(account, conversation_id)
  if (conversation?.source !== 'chat' || conversation.archived_at) return undefined
  const { email } = await getCustomer(account, conversation.customer_id)
  return email && isEmail(email) && !(await isSuppressed(account, platform, email)) ? email : undefined
}

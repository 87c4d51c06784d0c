import type { Account } from '../../../platform/account.js'
import type { Mail } from '../../../platform/mail/compose.js'
import type { Platform } from '../../../platform/platform.js'
import { listMessages } from '../../inbox/messages/queries.js'
import { brandOf } from '../../mail/mails/brand.js'
import { unseenMessagesEmail } from '../../mail/mails/emails.js'
import { quoteMessage } from '../../mail/mails/quote-message.js'
import { getCustomer } from '../../people/customers/queries.js'
import { senderNameOf } from './sender-name.js'
import type { OutgoingMail } from './outgoing-mails.js'

/** How many messages the mail quotes: the unseen ones and those before them. */
const QUOTED = 5
const MOST_QUOTED = 20

export type MailContent = Pick<
  Mail,
  'subject' | 'text' | 'html' | 'from_name' | 'reply_to' | 'attachments' | 'personal'
>

/** Messages of a chat that the customer has not seen. Undefined if they are gone. */
export async function composeNotice(
  account: Account,
  platform: Platform,
  mail: OutgoingMail,
): Promise<MailContent | undefined> {
  const ids = new Set(mail.message_ids as string[])
  const recent = await listMessages(account, mail.conversation_id, { limit: MOST_QUOTED, public_only: true })
  const first = recent.findIndex(({ id }) => ids.has(id))
  const newest = recent.findLast(({ id }) => ids.has(id))
  if (!newest?.user) return undefined
  const customer = await getCustomer(account, await customerIdOf(account, mail.conversation_id))
  const brand = await brandOf(platform, account)
  const quotes = recent.slice(Math.max(0, Math.min(first, recent.length - QUOTED))).map(quoteMessage)
  const content = unseenMessagesEmail(brand, customer.name, quotes, pageOf(customer.current_url))
  return { ...content, from_name: senderNameOf(newest.user, brand), reply_to: newest.user.email }
}

async function customerIdOf(account: Account, conversation_id: string) {
  const conversations = account.from('conversations').select('customer_id').where('id', '=', conversation_id)
  return (await conversations.executeTakeFirstOrThrow()).customer_id
}

/** The visitor's browser names it. */
const pageOf = (url: string | null) => (url && /^https?:\/\//.test(url) && URL.canParse(url) ? url : undefined)

import type { Message } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { Mail } from '../../../platform/mail/compose.js'
import { html } from '../../../platform/http/html.js'
import type { Platform } from '../../../platform/platform.js'
import { listMessages } from '../../inbox/messages/queries.js'
import { brandOf, type Brand } from '../../mail/mails/brand.js'
import { unseenMessagesEmail } from '../../mail/mails/emails.js'
import { TEXTS } from '../../mail/mails/language.js'
import type { Quote } from '../../mail/mails/layout.js'
import { quoteMessage } from '../../mail/mails/quote-message.js'
import { getCustomer } from '../../people/customers/queries.js'
import { drawMarkdown, linkTo } from '../chat-page/markdown.js'
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
  const shown = recent.slice(Math.max(0, Math.min(first, recent.length - QUOTED)))
  const quotes = shown.map((message) => quoteFor(brand, message, ids.has(message.id)))
  const content = unseenMessagesEmail(brand, customer.name, quotes, pageOf(customer.current_url))
  return { ...content, from_name: senderNameOf(newest.user, brand), reply_to: newest.user.email }
}

/** For the customer, who reads no email of an agent. What they have seen is shortened. */
function quoteFor(brand: Brand, message: Message, is_unseen: boolean): Quote {
  const { user, body, attachments } = message
  if (!user) return { ...quoteMessage(message), name: TEXTS[brand.language].you }
  const name = senderNameOf(user, brand)
  if (!is_unseen) return { ...quoteMessage(message), name }
  const links = attachments.map(({ filename, file_url }) => html`<p>${linkTo(file_url, [filename])}</p>`)
  return {
    name,
    text: [body, ...attachments.map(({ filename, file_url }) => `${filename}: ${file_url}`)].filter(Boolean).join('\n'),
    markup: html`${body && drawMarkdown(body)}${links}`,
  }
}

async function customerIdOf(account: Account, conversation_id: string) {
  const conversations = account.from('conversations').select('customer_id').where('id', '=', conversation_id)
  return (await conversations.executeTakeFirstOrThrow()).customer_id
}

/** The visitor's browser names it. */
const pageOf = (url: string | null) => (url && /^https?:\/\//.test(url) && URL.canParse(url) ? url : undefined)

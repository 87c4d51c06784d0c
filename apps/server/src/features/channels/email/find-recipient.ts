import type { Account, AccountTransaction } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import type { IncomingMail } from '../../../platform/mail/incoming/read-mail.js'
import type { Envelope } from '../../../platform/mail/incoming/classify-mail.js'
import type { Platform } from '../../../platform/platform.js'
import { findAccountOfConversation } from '../../inbox/conversations/unscoped.js'
import { isReplyAddress, readReplyAddress } from './reply-address.js'
import { findForwardingAddress } from './unscoped.js'

/** A connected mailbox that this process reads. */
export interface HeldMailbox {
  inbox_id: string
  email: string
  /** Until the commit nobody can disconnect the mailbox. False if somebody has, or if another process reads it. */
  hold(account: AccountTransaction): Promise<boolean>
}

/** Who gets a mail: a conversation by its reply address, or an inbox by its forwarding address or its mailbox. */
export type Recipient =
  | { account: Account; reply: { conversation_id: string; customer_id: string; signed: boolean } }
  | { account: Account; forwarding: { id: string; inbox_id: string } }
  | { account: Account; mailbox: HeldMailbox }

/** The inbox in which a new conversation starts. Undefined for the address of a conversation. */
export function inboxOf(recipient: Recipient) {
  if ('forwarding' in recipient) return recipient.forwarding.inbox_id
  return 'mailbox' in recipient ? recipient.mailbox.inbox_id : undefined
}

const MAX_CANDIDATES = 50

/** The envelope decides. Sources without one are read from the headers that forwarding servers add. */
export function candidatesOf(mail: IncomingMail, envelope: Envelope): string[] {
  const named = (name: string) => mail.headers.get(name)?.flatMap((value) => value.match(ADDRESS) ?? []) ?? []
  const received = mail.headers.get('received')?.flatMap((value) => /\bfor <([^<>\s]{3,320})>/i.exec(value)?.[1] ?? [])
  const written = [...mail.to, ...mail.cc].map(({ email }) => email)
  const all =
    envelope.to.length > 0
      ? envelope.to
      : [
          ...(envelope.named ?? []),
          ...named('x-forwarded-to'),
          ...named('delivered-to'),
          ...named('x-original-to'),
          ...written,
          ...(received ?? []),
        ]
  return [...new Set(all.map(canonicalEmail))].slice(0, MAX_CANDIDATES)
}

const ADDRESS = /[^\s<>,;"]{1,64}@[^\s<>,;"]{1,255}/g

export async function findRecipient(platform: Platform, candidates: string[]): Promise<Recipient | undefined> {
  for (const email of candidates) {
    const reply = readReplyAddress(platform, email)
    const found = reply && (await findAccountOfConversation(platform, reply.conversation_id))
    if (found) return { account: found.account, reply: { ...reply, customer_id: found.customer_id } }
  }
  const forwarding = await findForwardingAddress(platform, candidates)
  return forwarding && { account: platform.account(forwarding.account_id), forwarding }
}

/** Our own mail, in a circle. */
export async function isOwnSender(platform: Platform, recipient: Recipient, mail: IncomingMail) {
  const email = canonicalEmail(mail.from?.email ?? '')
  if (email === '' || isReplyAddress(email)) return isReplyAddress(email)
  const own = canonicalEmail(/<([^<>]+)>/.exec(platform.config.mail_from)?.[1] ?? platform.config.mail_from)
  if (email === own || ('mailbox' in recipient && email === recipient.mailbox.email)) return true
  const { mail_in_domain } = platform.config
  const elsewhere = mail_in_domain && !email.endsWith(`@${mail_in_domain.toLowerCase()}`)
  return !elsewhere && (await findForwardingAddress(platform, [email])) !== undefined
}

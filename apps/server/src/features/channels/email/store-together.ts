import type { Account } from '../../../platform/account.js'
import { customerActor } from '../../../platform/actor.js'
import { inGroups } from '../../../platform/in-groups.js'
import { isRolledBack } from '../../../platform/is-unavailable.js'
import { createConversations } from '../../inbox/conversations/create-conversation.js'
import { createMessages } from '../../inbox/messages/create-messages.js'
import { findOrAddCustomers } from './find-sender.js'
import type { Platform } from '../../../platform/platform.js'
import { inboxOf, type Recipient } from './find-recipient.js'
import type { Sender, Thread } from './find-thread.js'
import { broadcastMail, messageOf, type MailParts } from './message-of-mail.js'
import { mailFields, storeMails } from './store-mail.js'

export interface Taking extends MailParts {
  platform: Platform
  recipient: Recipient
  delivery: MailParts['delivery'] & { sent_by?: number | undefined }
  sender: Sender
}

interface Place {
  conversation_id: string
  customer_id: string
}

interface Stored {
  state: 'message'
  conversation_id: string
  message_id: string
}

/** The team hears of a mail after its conversation and its message. */
interface StoredMail {
  outcome: Stored
  broadcast(account: Account): void
}

/** A group is short, so that an agent who writes to one of its conversations waits for milliseconds. */
const MOST = 8

/**
 * Stores a customer's mail with others of the account that come while the statements before run. Undefined if it has to be stored
 * alone: not a customer's, its conversation is locked, or the database refused the group. A mail that failed alone would
 * hurt the others otherwise.
 */
export async function storeTogether(taking: Taking, thread: Thread): Promise<Stored | undefined> {
  const { platform, recipient, delivery, sender } = taking
  if ('mailbox' in recipient || delivery.sent_by !== undefined || sender.user_id !== undefined) return undefined
  const { account } = recipient
  const { conversation_id } = thread
  if (!conversation_id) return sender.email ? storeFirst(platform, account.id, { account, taking, thread }) : undefined
  const { customer_id } = sender
  if (!customer_id) return undefined
  const place = { conversation_id, customer_id }
  return storeAnswers(platform, account.id, { account, taking, thread, place })
}

interface Waiting {
  account: Account
  taking: Taking
  thread: Thread
}

const storeAnswers = inGroups<Waiting & { place: Place }, Stored | undefined>({
  most: MOST,
  run: (mails) =>
    unlessRefused(mails, async (account) => {
      const stored = await storeAll(account, mails)
      return stored.map((mail) => tell(account, mail))
    }),
})

/** Each opens a conversation. */
const storeFirst = inGroups<Waiting, Stored | undefined>({
  most: MOST,
  run: (mails) =>
    unlessRefused(mails, async (account) => {
      // A second first mail of a person waits for the customer that the first one adds.
      const firsts = [...new Map(mails.toReversed().map((mail) => [mail.taking.sender.email, mail])).values()]
      const stored = await account.transaction(async (account) => {
        const senders = firsts.map(({ taking }) => ({ ...taking.sender, name: taking.mail.from?.name }))
        const customer_ids = await findOrAddCustomers(account, senders)
        const drafts = firsts.map(({ taking: { mail, recipient } }, at) => {
          const customer_id = customer_ids[at] as string
          const subject = mail.subject.slice(0, 255) || null
          const actor = customerActor(customer_id)
          return { customer_id, inbox_id: inboxOf(recipient), source: 'email' as const, subject, actor }
        })
        let all: Array<StoredMail | undefined> = []
        await createConversations(account, drafts, async (account, ids) => {
          const placed = firsts.map((mail, at) => {
            const [conversation_id = '', customer_id = ''] = [ids[at], customer_ids[at]]
            return { ...mail, place: { conversation_id, customer_id } }
          })
          all = await storeAll(account, placed)
          if (all.includes(undefined)) throw new Incomplete()
        })
        return all.map((mail) => tell(account, mail))
      })
      return mails.map((mail) => stored[firsts.indexOf(mail)])
    }),
})

/** Rolls back: a conversation without its message. */
class Incomplete extends Error {}

async function unlessRefused(mails: Waiting[], store: (account: Account) => Promise<Array<Stored | undefined>>) {
  const [first] = mails
  try {
    return first ? await store(first.account) : []
  } catch (error) {
    if (error instanceof Incomplete || isRolledBack(error)) return mails.map(() => undefined)
    throw error
  }
}

function tell(account: Account, mail: StoredMail | undefined) {
  mail?.broadcast(account)
  return mail?.outcome
}

async function storeAll(account: Account, mails: Array<Waiting & { place: Place }>) {
  const written = mails.map(({ taking, thread: { thread_reason }, place }) => {
    const { mail, claim } = taking
    const { named, summary, mail_keys, sent_at = null, ...message } = messageOf(taking)
    const files = named.rows.filter(({ id }) => id !== named.raw_file_id)
    const together = mailFields(mail, named, claim, { thread_reason, summary })
    const draft = { ...message, ...place, id: crypto.randomUUID(), sent_at, metadata: mail_keys, files, together }
    return { draft, stored: { mail, claim, thread_reason, summary } }
  })
  const drafts = written.map(({ draft }) => draft)
  const messages = new Map((await createMessages(account, storeMails, drafts)).map((message) => [message.id, message]))
  return written.map(({ draft, stored }): StoredMail | undefined => {
    const message = messages.get(draft.id)
    if (!message) return undefined
    const { id: message_id, conversation_id } = message
    const outcome = { state: 'message' as const, conversation_id, message_id }
    return { outcome, broadcast: (account) => broadcastMail(account, message, stored) }
  })
}

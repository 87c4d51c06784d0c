import { NewMessage, Uuid, VisitorMessage } from '@papercups/contract'
import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { forbidden, unauthorized } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { defineTopic, defineTopicEvent, type EventLimit } from '../../../platform/realtime/topic.js'
import { UUID } from '../../account/accounts/named-account.js'
import { requireAllowedSite } from '../../widget/allowed-sites/admit.js'
import { findAccountOfConversation } from '../conversations/unscoped.js'
import { markRead } from '../conversations/update-conversation.js'
import { currentIdOf } from '../../people/customers/merged-ids.js'
import { mayActAs } from '../../widget/identity-verification/act-as.js'
import { proofIn } from '../../widget/identity-verification/proof.js'
import { createMessage } from './create-message.js'
import { checkRecipients } from './recipients.js'
import { requireNotesPlan } from './require-notes-plan.js'
import { markDelivered, markSeen } from './receipts.js'

const Read = Type.Object({ conversation_id: Uuid })
const Nothing = Type.Object({})
/**
 * Invalid values of these fields are dropped. Other invalid fields reject the message, because the visitor has to know
 * that it was not sent.
 */
const Optional = Type.Pick(VisitorMessage, ['metadata', 'content_type', 'sent_at'])
const Delivered = Type.Object({ up_to: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })

interface Team {
  platform: Platform
  account: Account
  user_id: number
}

/** The team behind the inbox. Its members are present here and in the room that visitors see. */
const notification = defineTopic<Team>({
  name: 'notification:{account_id}',
  allow: 'user',
  async join({ platform, caller, params }) {
    if (!caller || caller.account.id !== params.account_id) throw forbidden('Unauthorized')
    const { account, user } = caller
    const present = { key: `user:${user.id}`, meta: { user_id: user.id } }
    return {
      member: { platform, account, user_id: user.id },
      presence: true,
      track: [
        { topic: `notification:${account.id}`, ...present },
        { topic: `room:${account.id}`, ...present },
      ],
    }
  },
  events: {
    read: defineTopicEvent<Team, typeof Read>({
      allow: 'user',
      input: Read,
      async run({ account, user_id }, { conversation_id }) {
        await markRead(account, conversation_id, user_id)
      },
    }),
    // For the mobile app. The author is the socket's user, whatever the payload says.
    shout: defineTopicEvent<Team, typeof NewMessage>({
      allow: 'user',
      input: NewMessage,
      async run({ platform, account, user_id }, draft) {
        checkRecipients(platform, draft.email)
        await requireNotesPlan(platform, account, draft)
        await createMessage(account, { user_id }, draft)
      },
    }),
  },
})

interface Visit {
  account: Account
  conversation_id: string
  customer_id: string
}

/** Far more than a widget sends: it reports deliveries, and typing at most every two seconds. */
const visitLimits = ({ account, customer_id }: Visit): EventLimit => [
  [`visitor ${customer_id}`, 120],
  [`account ${account.id}`, 12_000],
]

/**
 * The customer's topic. The conversation's id is enough to join, unless the account requires proof of identity. The
 * customer follows from the conversation.
 */
const conversation = defineTopic<Visit>({
  name: 'conversation:{conversation_id}',
  allow: 'public',
  async join({ platform, params: { conversation_id = '' }, payload, site }) {
    const found = UUID.test(conversation_id) ? await findAccountOfConversation(platform, conversation_id) : undefined
    if (!found) throw unauthorized('unauthorized')
    const { account, customer_id, inbox_id } = found
    const claimed = payload.customer_id
    if (typeof claimed === 'string' && !(await isSameCustomer(account, claimed, customer_id)))
      throw unauthorized('unauthorized')
    await requireAllowedSite(account, site, { inbox_id })
    if (!(await mayActAs(platform, account, customer_id, proofIn(payload)))) throw unauthorized('unauthorized')
    const present = { key: `customer:${customer_id}`, meta: { customer_id } }
    if (claimed) await markDelivered(account, conversation_id)
    return {
      member: { account, conversation_id, customer_id },
      visits: account.id,
      // Clients that do not name their customer only listen, and are not shown as present.
      ...(typeof claimed === 'string' && {
        presence: true,
        track: [
          { topic: `conversation:${conversation_id}`, ...present },
          { topic: `notification:${account.id}`, ...present },
        ],
      }),
    }
  },
  events: {
    shout: defineTopicEvent<Visit, typeof VisitorMessage>({
      allow: 'public',
      input: VisitorMessage,
      side: Optional,
      limit: visitLimits,
      async run({ account, conversation_id }, message) {
        await createMessage(account, 'visitor', { ...message, conversation_id })
      },
    }),
    'messages:seen': defineTopicEvent<Visit, typeof Nothing>({
      allow: 'public',
      input: Nothing,
      limit: visitLimits,
      async run({ account, conversation_id }) {
        await markSeen(account, conversation_id)
      },
    }),
    // For messages that arrive while the widget is connected. Earlier ones were marked when it joined.
    'messages:delivered': defineTopicEvent<Visit, typeof Delivered>({
      allow: 'public',
      input: Delivered,
      limit: visitLimits,
      async run({ account, conversation_id }, { up_to }) {
        await markDelivered(account, conversation_id, up_to)
      },
    }),
    typing: defineTopicEvent<Visit, typeof Nothing>({
      allow: 'public',
      input: Nothing,
      limit: visitLimits,
      async run({ account, conversation_id, customer_id }) {
        account.broadcast(`viewing:${conversation_id}`, 'typing', { customer_id })
      },
    }),
  },
})

/** Also accepts the id that the customer had before a merge. */
const isSameCustomer = async (account: Account, claimed: string, customer_id: string) =>
  claimed === customer_id || (UUID.test(claimed) && (await currentIdOf(account, claimed)) === customer_id)

export const topics = [notification, conversation]

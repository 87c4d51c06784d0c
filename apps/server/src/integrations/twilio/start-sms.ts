import type { NewSms, NewSmsConversation } from '@papercups/contract'
import { ServiceError, type ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { findConnection, openConnection } from '../../features/channels/chat-services/connections.js'
import { takeMessage } from '../../features/channels/chat-services/take-message.js'
import { findThread } from '../../features/channels/chat-services/threads.js'
import { getInbox } from '../../features/account/inboxes/queries.js'
import { createConversation } from '../../features/inbox/conversations/create-conversation.js'
import { getConversation } from '../../features/inbox/conversations/queries.js'
import { createMessage } from '../../features/inbox/messages/create-message.js'
import { getCustomer } from '../../features/people/customers/queries.js'
import { updateCustomer } from '../../features/people/customers/save-customer.js'
import type { Account } from '../../platform/account.js'
import { userActor } from '../../platform/actor.js'
import { forbidden, HttpError, invalid } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import { composeSms } from './compose.js'
import { findOrAddByPhone } from './find-customer.js'
import { hasOptedOut } from './opt-outs.js'
import { plainNumber, readPhoneNumber } from './phone-number.js'
import { sendSms } from './send-sms.js'
import { smsThread, threadKeyOf } from './threads.js'

/** The connection of the inbox, or without one the newest. */
async function openContext(platform: Platform, account: Account, inbox_id?: string | null): Promise<ServiceContext> {
  const row = inbox_id ? await findOfInbox(account, inbox_id) : await findConnection(account, 'twilio')
  const connection = row && openConnection(platform, account, row)
  if (!connection) throw forbidden(inbox_id ? 'Twilio is not connected to this inbox.' : 'Twilio is not connected.')
  return { platform, account, connection }
}

/** A connection without an inbox belongs to the primary one. */
async function findOfInbox(account: Account, inbox_id: string) {
  const own = await findConnection(account, 'twilio', { inbox_id })
  if (own) return own
  const { is_primary } = await getInbox(account, inbox_id)
  return is_primary ? findConnection(account, 'twilio', { inbox_id: null }) : undefined
}

/** The message waits in the order of its conversation, as every answer does. */
export async function startSms(platform: Platform, account: Account, user_id: number, given: NewSmsConversation) {
  const customer = await getCustomer(account, given.customer_id)
  const context = await openContext(platform, account, given.inbox_id)
  const pair = await readPair(context, given.to ?? customer.phone ?? '')
  const is_new_number = !customer.phone
  return account.transaction(async (account) => {
    if (is_new_number) await updateCustomer(account, customer.id, { phone: pair.phone }, user_id)
    const { conversation_id, is_own } = await openThread(context, account, user_id, pair, customer.id)
    if (!is_own) throw invalid({ to: ['is the number of another customer'] }, OTHERS)
    const { body } = given
    const message = await createMessage(account, { user_id }, { conversation_id, body })
    return { conversation_id, message_id: message.id }
  })
}

const OTHERS = 'There is a conversation by SMS between this number and another customer.'

/** One SMS that is sent before the call is answered. Its message is stored afterwards. */
export async function sendNow(platform: Platform, account: Account, user_id: number, { to, body }: NewSms) {
  const context = await openContext(platform, account)
  const pair = await readPair(context, to)
  const [sms, ...more] = composeSms(context, { body, attachments: [] })
  if (!sms || more.length > 0) throw invalid({ body: ['is too long for one SMS of 1,600 characters'] })
  const sent = await sendSms(context, pair.phone, sms).catch(explain)
  await account.transaction(async (account) => {
    const customer_id = await findOrAddByPhone(account, pair.phone)
    const { conversation_id } = await openThread(context, account, user_id, pair, customer_id)
    const post = { service: 'twilio', channel_id: pair.number, post_id: sent.sid }
    await takeMessage(account, post, { user_id }, { conversation_id, body, source: 'sms' })
  })
  return sent
}

/** Not with 401: after that, clients would renew their session and send again. */
function explain(error: unknown): never {
  throw error instanceof ServiceError ? new HttpError(422, `The SMS was not sent: ${error.message}.`) : error
}

async function readPair({ account, platform, connection }: ServiceContext, to: string) {
  const pair = { number: connection.channel_id ?? '', phone: readPhoneNumber(to, 'to') }
  if (plainNumber(pair.number) === pair.phone) throw invalid({ to: ['is your own number'] })
  if (await hasOptedOut(account, platform, pair))
    throw invalid({ to: ['wrote STOP'] }, 'This person wrote STOP: no SMS may be sent to them until they write START.')
  return pair
}

async function openThread(
  { connection }: ServiceContext,
  account: Account,
  user_id: number,
  pair: { number: string; phone: string },
  customer_id: string,
) {
  const known = await findThread(account, threadKeyOf(pair))
  if (known) {
    const { id, customer_id: owner } = await getConversation(account, known.conversation_id)
    return { conversation_id: id, is_own: owner === customer_id }
  }
  const draft = { customer_id, inbox_id: connection.inbox_id, source: 'sms' as const, read: true }
  const { id } = await createConversation(account, draft, userActor(user_id), async (account, conversation_id) => {
    await account.insert('service_threads', smsThread(pair, connection.team_id, conversation_id)).execute()
  })
  return { conversation_id: id, is_own: true }
}

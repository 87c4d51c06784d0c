import type { ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { findConnection, openConnection } from '../../features/channels/chat-services/connections.js'
import { takeFiles } from '../../features/channels/chat-services/take-files.js'
import { takeAtOnce, takeMessage } from '../../features/channels/chat-services/take-message.js'
import { createConversation } from '../../features/inbox/conversations/create-conversation.js'
import { getConversation } from '../../features/inbox/conversations/queries.js'
import type { Account } from '../../platform/account.js'
import { customerActor } from '../../platform/actor.js'
import type { Platform } from '../../platform/platform.js'
import { findOrAddByPhone } from './find-customer.js'
import { fileOf, type SmsMedia } from './media.js'
import { followOptOut, optOutWordOf } from './opt-outs.js'
import { findMessageOfPost, findThread } from '../../features/channels/chat-services/threads.js'
import { smsThread, threadKeyOf } from './threads.js'

/** An SMS as it is stored before Twilio gets its answer. */
export interface StoredSms {
  kind: 'sms'
  sid: string
  account_sid: string
  /** Our number and the customer's. */
  number: string
  phone: string
  text: string
  media: SmsMedia[]
  opt_out_type?: string
}

/**
 * The text of a known number becomes a message before Twilio gets its answer. False if it has to be an event: also after an
 * error, which the event's job meets again, and reports.
 */
export async function takeTextAtOnce(account: Account, sms: StoredSms, order_key: string) {
  const body = sms.text.trim()
  if (!body || sms.media.length > 0 || optOutWordOf(sms)) return false
  try {
    const draft = { body, source: 'sms' as const }
    return (await takeAtOnce(account, sms.sid, threadKeyOf(sms), order_key, draft)) !== undefined
  } catch {
    return false
  }
}

/** Continues the conversation with the number, or opens one. */
export async function takeSms(account: Account, platform: Platform, body: Record<string, unknown>) {
  const sms = body as unknown as StoredSms
  const row = await findConnection(account, 'twilio', { team_id: sms.account_sid, channel_id: sms.number })
  const connection = row && openConnection(platform, account, row)
  if (!connection) return
  // The call may be repeated long after its event was forgotten, and its STOP or START may be outdated.
  if (await findMessageOfPost(account, 'twilio', sms.number, sms.sid)) return
  await followOptOut(account, platform, sms)
  const context = { account, platform, connection }
  const thread = await findThread(account, threadKeyOf(sms))
  if (thread) {
    const { customer_id } = await getConversation(account, thread.conversation_id)
    await store(context, account, thread.conversation_id, customer_id, await contentOf(context, sms, customer_id), sms)
    return
  }
  const customer_id = await account.transaction((account) => findOrAddByPhone(account, sms.phone))
  const content = await contentOf(context, sms, customer_id)
  const draft = { customer_id, inbox_id: connection.inbox_id, source: 'sms' as const }
  await createConversation(account, draft, customerActor(customer_id), async (account, conversation_id) => {
    await account.insert('service_threads', smsThread(sms, sms.account_sid, conversation_id)).execute()
    await store(context, account, conversation_id, customer_id, content, sms)
  })
}

type Content = Awaited<ReturnType<typeof contentOf>>

async function contentOf(context: ServiceContext, { text, media }: StoredSms, customer_id: string) {
  const files = media.map((one, at) => fileOf(context, one, at))
  const { file_ids, missing } = await takeFiles(context, files, { user_id: null, customer_id })
  const lines = [text.trim(), ...missing.map((name) => `(The file ${name} stayed at Twilio.)`)]
  return { file_ids, body: lines.filter(Boolean).join('\n') || (file_ids.length > 0 ? '' : '(An empty SMS.)') }
}

async function store(
  { connection }: ServiceContext,
  account: Account,
  conversation_id: string,
  customer_id: string,
  content: Content,
  { sid, number }: StoredSms,
) {
  const draft = { conversation_id, ...content, source: 'sms' as const }
  const post = { service: connection.service, channel_id: number, post_id: sid }
  await takeMessage(account, post, { customer_id }, draft)
}

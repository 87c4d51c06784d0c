import type { ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { takeMessage } from '../../features/channels/chat-services/take-message.js'
import { findOrAddCustomer } from '../../features/channels/email/find-sender.js'
import { createConversation } from '../../features/inbox/conversations/create-conversation.js'
import type { Author } from '../../features/inbox/messages/create-message.js'
import type { Account } from '../../platform/account.js'
import { customerActor } from '../../platform/actor.js'
import { canonicalEmail } from '../../platform/canonical.js'
import { defineStatement } from '../../platform/statement.js'
import { findAgent, findSlackUser, readText, type SlackUser } from './people.js'
import { settingsOf } from './present.js'
import { readFromSlack, readPages } from './slack-api.js'
import { threadOf, timeOf, type SlackMessage, type SlackReaction } from './slack-event.js'
import { findCompany } from './sync-channels.js'
import { takeFiles } from './take-files.js'

/** A message of a customer in a connected channel opens a conversation. Messages of the team do not. */
export async function syncNewMessage(context: ServiceContext, message: SlackMessage) {
  if (!settingsOf(context.connection.settings).sync_all_incoming_threads) return
  const writer = await findSlackUser(context, message.user)
  if (await findAgent(context, writer)) return
  await openThread(context, message.channel, writer, [message])
}

/** Somebody tagged a message with the emoji. */
export async function syncTagged(context: ServiceContext, { reaction, item }: SlackReaction) {
  const { sync_by_emoji_tagging, sync_trigger_emoji } = settingsOf(context.connection.settings)
  if (!sync_by_emoji_tagging || reaction !== sync_trigger_emoji) return
  const { channel, ts } = item
  const query = { channel, latest: ts, limit: 1, inclusive: true }
  const { messages } = await readFromSlack<Page>(context.platform, tokenOf(context), 'conversations.history', query)
  const message = messages?.find((one) => one.ts === ts)
  if (!message || message.bot_id) return
  await openThread(context, channel, await findSlackUser(context, message.user), [{ ...message, channel }])
}

/**
 * Somebody answered in a thread that we do not know. If the team began it and a known customer wrote in it, the whole thread
 * becomes a conversation.
 */
export async function syncWholeThread(context: ServiceContext, event: SlackMessage) {
  if (!settingsOf(context.connection.settings).sync_all_incoming_threads) return
  const { channel } = event
  const messages = (await readThread(context, channel, threadOf(event)))
    .filter(({ text, files }) => text || files)
    .map((message) => ({ ...message, channel }))
  const [first, ...rest] = messages
  if (!first || !(first.bot_id || (await findAgent(context, await findSlackUser(context, first.user))))) return
  for (const { user, bot_id } of rest) {
    const writer = bot_id ? undefined : await findSlackUser(context, user)
    if (writer && !(await findAgent(context, writer)) && (await isKnown(context.account, writer)))
      return openThread(context, channel, writer, messages)
  }
}

/** An answer in the thread of a conversation, by the team or by a customer. */
export async function syncReply(context: ServiceContext, conversation_id: string, message: SlackMessage) {
  const author = await authorOf(context, message)
  if (author) await storeMessage(context, context.account, conversation_id, author, message)
}

type Page = { messages?: SlackMessage[] }

const tokenOf = ({ connection }: ServiceContext) => connection.secrets.access_token ?? ''

async function readThread(context: ServiceContext, channel: string, ts: string) {
  const thread: SlackMessage[] = []
  const query = { channel, ts, limit: 200 }
  for await (const page of readPages<Page>(context.platform, tokenOf(context), 'conversations.replies', query))
    thread.push(...(page.messages ?? []))
  return thread
}

/** A conversation of the customer with these messages, in one step: a thread is never half there. */
async function openThread(
  context: ServiceContext,
  channel: string,
  customer: SlackUser | undefined,
  messages: SlackMessage[],
) {
  const customer_id = await customerOf(context, channel, customer)
  const [first] = messages
  if (!customer_id || !first) return
  const written: Array<[SlackMessage, Author]> = []
  for (const message of messages) {
    const author = message.user === customer?.id ? { customer_id } : await authorOf(context, message)
    written.push([message, author ?? { customer_id }])
  }
  const { inbox_id, team_id } = context.connection
  const draft = { customer_id, inbox_id, source: 'slack' as const }
  await createConversation(context.account, draft, customerActor(customer_id), async (account, conversation_id) => {
    const thread = { service: 'slack', team_id, channel_id: channel, thread_id: first.ts, conversation_id }
    await account.insert('service_threads', thread).execute()
    for (const [message, author] of written) await storeMessage(context, account, conversation_id, author, message)
  })
}

async function storeMessage(
  context: ServiceContext,
  account: Account,
  conversation_id: string,
  author: Author,
  { channel, ts, text = '', files }: SlackMessage,
) {
  const user_id = typeof author === 'object' && 'user_id' in author ? author.user_id : null
  const customer_id = typeof author === 'object' && 'customer_id' in author ? author.customer_id : null
  const { file_ids, missing } = await takeFiles(context, files, { user_id, customer_id })
  const lines = [
    (await readText(context, text)).trim(),
    ...missing.map((name) => `(The file ${name} stayed in Slack.)`),
  ]
  const body = lines.filter(Boolean).join('\n')
  if (!body && file_ids.length === 0) return
  const draft = { conversation_id, body, file_ids, source: 'slack' as const, sent_at: timeOf(ts) }
  await takeMessage(account, { service: 'slack', channel_id: channel, post_id: ts }, author, draft)
}

/** The user of the account with the same email, or a customer. Undefined for bots and people without an email. */
async function authorOf(context: ServiceContext, { user, channel }: SlackMessage): Promise<Author | undefined> {
  const writer = await findSlackUser(context, user)
  const agent = await findAgent(context, writer)
  if (agent) return { user_id: agent.id }
  const customer_id = await customerOf(context, channel, writer)
  return customer_id ? { customer_id } : undefined
}

async function isKnown(account: Account, { profile }: SlackUser) {
  const customers = account
    .from('customers')
    .select('id')
    .where('email', '=', canonicalEmail(profile?.email ?? ''))
  return profile?.email ? (await customers.limit(1).executeTakeFirst()) !== undefined : false
}

/** The customer with this email, created on first use. Fields that Slack knows and we do not are filled. */
async function customerOf({ account }: ServiceContext, channel: string, user: SlackUser | undefined) {
  const { email, real_name, image_original } = user?.profile ?? {}
  if (!user || !email) return undefined
  const company = await findCompany(account, channel)
  return account.transaction(async (account) => {
    const id = await findOrAddCustomer(account, { email: canonicalEmail(email) }, real_name ?? user.name)
    await account.run(fillCustomer, id, user.tz ?? null, image_original ?? null, company?.id ?? null)
    return id
  })
}

const fillCustomer = defineStatement(
  'slack.fill-customer',
  `update customers set time_zone = coalesce(time_zone, left($3, 255)),
    profile_photo_url = coalesce(profile_photo_url, left($4, 255)), company_id = coalesce(company_id, $5::uuid)
   where account_id = $1 and id = $2`,
)

import { Nullable, Uuid, type Message } from '@papercups/contract'
import { Type } from 'typebox'
import { countUnread } from '../../features/inbox/conversation-lists/counts.js'
import { messagesWithAuthors, toMessages } from '../../features/inbox/messages/queries.js'
import { nameOf, quoteMessage } from '../../features/mail/mails/quote-message.js'
import type { Account } from '../../platform/account.js'
import { defineJob } from '../../platform/feature.js'
import { sendPushes } from './expo-api.js'
import { forgetPhones, phonesOf } from './phones.js'

/** A notification that comes later than this only disturbs. */
const STALE_MS = 10 * 60_000

/** A message goes to all users but the one who wrote it, a private note too. Without a message, only the number changes. */
export const pushToPhones = defineJob({
  name: 'expo.push-to-phones',
  input: Type.Object({ conversation_id: Uuid, message_id: Nullable(Uuid) }),
  key: ({ conversation_id }) => conversation_id,
  async run(account, { message_id }, platform) {
    const message = message_id ? await readFresh(account, message_id) : undefined
    if (message_id && !message) return
    const phones = (await phonesOf(account).execute()).filter(({ user_id }) => user_id !== message?.user_id)
    const [first] = phones
    if (!first) return
    // Unread conversations are the same for all users.
    const { unread: badge } = (await countUnread(account, first.user_id)).conversations
    const push = { ...(message && drawPush(message)), badge }
    const pushes = phones.map(({ token }) => ({ to: token, ...push }))
    await forgetPhones(account, await sendPushes(platform, pushes))
  },
})

/** Undefined if it was deleted meanwhile, or if it is old. */
async function readFresh(account: Account, id: string) {
  const row = await messagesWithAuthors(account).where('messages.id', '=', id).executeTakeFirst()
  if (!row || Date.now() - row.created_at.getTime() > STALE_MS) return undefined
  return (await toMessages(account, [row]))[0]
}

function drawPush(message: Message) {
  const { account_id, conversation_id, customer_id, id, user_id, created_at } = message
  const url = `messages/${conversation_id}`
  return {
    title: writerOf(message),
    body: quoteMessage(message).text || 'Sent a message.',
    data: { account_id, conversation_id, customer_id, message_id: id, user_id, inserted_at: created_at, url },
  }
}

function writerOf({ user, customer }: Message) {
  if (user) return nameOf(user)
  const { name, email } = customer ?? {}
  if (name && email) return `${name} (${email})`
  return name || email || 'Anonymous User'
}

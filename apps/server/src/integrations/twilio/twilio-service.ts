import type { ChatService, Outgoing, ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { composeSms, type Sms } from './compose.js'
import { sendSms } from './send-sms.js'
import { takeSms } from './take-sms.js'
import { takeStatus } from './take-status.js'
import { accountOf, callTwilio, type TwilioMessage } from './twilio-api.js'

/** An SMS that Twilio could not deliver is sent again if somebody asks for it. */
const LOST = new Set(['failed', 'undelivered', 'canceled'])

/** The channel is our number, and the thread is the number of the customer. */
export const twilioService: ChatService<Sms> = {
  id: 'twilio',
  name: 'Twilio',
  only_answers: true,
  compose: (context, { message }) => composeSms(context, message),

  async send(context, sms, { delivery_id, thread_id = '' }) {
    return (await sendSms(context, thread_id, sms, delivery_id)).sid
  },

  /** Twilio keeps no id of ours, so an SMS is known by its text. Those of other messages are left out. */
  async findSent(context, outgoing) {
    const candidates = await listRecent(context, outgoing)
    const sent: string[] = []
    for (const { text } of composeSms(context, outgoing.message)) {
      const at = candidates.findIndex(({ body }) => (body ?? '') === text)
      const [found] = at < 0 ? [] : candidates.splice(at, 1)
      if (!found) break
      sent.push(found.sid)
    }
    return sent
  },

  take: (account, platform, body) =>
    body.kind === 'status' ? takeStatus(account, body) : takeSms(account, platform, body),
}

/** SMS to this customer since the message was written, oldest first. */
async function listRecent({ account, platform, connection }: ServiceContext, { message, thread_id = '' }: Outgoing) {
  const query = new URLSearchParams({ To: thread_id, From: connection.channel_id ?? '', PageSize: '100' })
  const path = `Messages.json?${query.toString()}`
  const { messages } = await callTwilio<{ messages: TwilioMessage[] }>(platform, accountOf(connection), path)
  // A minute is for clocks that differ.
  const since = Date.parse(`${message.created_at}Z`) - 60_000
  const recent = messages.filter(({ status, date_created }) => !LOST.has(status) && Date.parse(date_created) >= since)
  if (recent.length === 0) return []
  const sids = recent.map(({ sid }) => sid)
  const posts = account.from('service_posts').select('post_id').where('service', '=', 'twilio')
  const others = posts.where('post_id', 'in', sids).where('message_id', '<>', message.id)
  const known = new Set((await others.execute()).map(({ post_id }) => post_id))
  return recent.filter(({ sid }) => !known.has(sid)).toReversed()
}

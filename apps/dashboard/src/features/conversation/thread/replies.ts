import { createDelivery } from '@papercups/client-core'
import type { Message } from '@papercups/contract'
import { describeError } from '../../../lib/api-error.js'
import { api } from '../../../lib/api.js'
import { outbox as sharedOutbox, type openOutbox, type Outgoing, type Reply } from '../../../entities/message/outbox.js'
import { mentionFields } from '../composer/mentions.js'

type Deliver = ReturnType<typeof createDelivery>
type Post = (reply: Outgoing) => Promise<Message>

interface SignedIn {
  userId: number
  onSent: (message: Message) => void
}

/** Sends replies, and retries each until the server answers. */
export function createReplies(outbox: ReturnType<typeof openOutbox>, post: Post) {
  const lanes = new Map<string, Deliver>()
  let signedIn: SignedIn | null = null

  /** Sends one message at a time in each conversation, so that they arrive in order. */
  function laneOf({ user_id, conversation_id }: Reply): Deliver {
    const key = `${user_id}:${conversation_id}`
    const lane =
      lanes.get(key) ??
      createDelivery(outbox, {
        takes: (entry) => entry.user_id === user_id && entry.conversation_id === conversation_id,
        isReady: () => signedIn?.userId === user_id,
        send: async (entry) => {
          const message = await post(entry)
          signedIn?.onSent(message)
        },
        explain: failureText,
      })
    lanes.set(key, lane)
    return lane
  }

  /** Retries all unsent replies at once, for example when the server is reachable again. */
  function resume() {
    const conversations = new Map(outbox.entries().map((entry) => [entry.conversation_id, entry]))
    for (const entry of conversations.values()) laneOf(entry)(true)
  }

  return {
    resume,

    /** Sends for this user until the returned function is called. */
    start(userId: number, onSent: SignedIn['onSent']) {
      signedIn = { userId, onSent }
      resume()
      return () => void (signedIn = null)
    },

    send: (reply: Reply) => laneOf(outbox.add(reply))(),

    retry(entry: Outgoing) {
      outbox.retry(entry.client_message_id)
      laneOf(entry)(true)
    },

    discard: (entry: Outgoing) => outbox.remove(entry.client_message_id),
  }
}

export function failureText(error: unknown) {
  const text = describeError(error)
  return text.length < 60 ? `Failed to send: ${text}` : 'Message failed to send. Try again?'
}

const postReply: Post = ({ private: note, ...reply }) => {
  const { conversation_id, client_message_id, body, sent_at, mentions, attachments, email } = reply
  return api.post('/messages', {
    body: {
      message: {
        conversation_id,
        client_message_id,
        body,
        sent_at,
        type: note ? 'note' : 'reply',
        private: note,
        file_ids: attachments.map((file) => file.id),
        ...(email && !note && { email }),
        ...mentionFields(mentions),
      },
    },
  })
}

export const replies = createReplies(sharedOutbox, postReply)

import type { Message } from '@papercups/contract'

/** For tests: a message of Carla's with the given number. */
export const aMessage = (seq: number, changes: Partial<Message> = {}): Message => ({
  id: `message-${seq}`,
  object: 'message',
  body: `Message ${seq}`,
  type: 'reply',
  content_type: 'text',
  private: false,
  source: 'chat',
  created_at: '2024-03-09T14:05:00',
  sent_at: '2024-03-09T14:05:00Z',
  delivered_at: null,
  seen_at: null,
  customer_id: 'carla',
  conversation_id: 'conversation',
  account_id: 'acme',
  user_id: null,
  metadata: null,
  edited_at: null,
  edited_by: null,
  seq,
  client_message_id: null,
  user: null,
  attachments: [],
  ...changes,
})

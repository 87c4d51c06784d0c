import type { Message } from '@papercups/contract'

/** For tests: a reply of an agent with the given number. */
export const aMessage = (seq: number, changes: Partial<Message> = {}): Message => ({
  id: `message-${seq}`,
  object: 'message',
  body: `Message ${seq}`,
  type: 'reply',
  content_type: 'text',
  private: false,
  source: 'chat',
  created_at: '2026-01-01T00:00:00',
  sent_at: '2026-01-01T00:00:00Z',
  delivered_at: null,
  seen_at: null,
  customer_id: null,
  conversation_id: 'conversation',
  account_id: 'acme',
  user_id: 7,
  metadata: null,
  edited_at: null,
  edited_by: null,
  seq,
  client_message_id: null,
  user: null,
  attachments: [],
  ...changes,
})

import type { Message } from '@papercups/contract'
import { aMessage as reply } from '@papercups/client-core/a-message'

/** For tests: a message of Carla's with the given number. */
export const aMessage = (seq: number, changes: Partial<Message> = {}): Message =>
  reply(seq, {
    created_at: '2024-03-09T14:05:00',
    sent_at: '2024-03-09T14:05:00Z',
    customer_id: 'carla',
    user_id: null,
    ...changes,
  })
